// A search over states, in which each is explored once (stateful.c, docs/states.md): for programs that never end.
#ifndef HEDDLE_EXPLORE_STATEFUL_H
#define HEDDLE_EXPLORE_STATEFUL_H

#include "explore/explore.h"

// Whether it can decide what is asked.
bool stateful_applies(const struct exploration_options *options);

// Why these properties cannot be decided so; NULL: they can.
const char *stateful_excludes(uint32_t properties);

#endif
