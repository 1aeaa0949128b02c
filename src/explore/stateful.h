// A search over states, in which each is explored once (stateful.c, docs/states.md): for programs that never
// end.
#ifndef HEDDLE_EXPLORE_STATEFUL_H
#define HEDDLE_EXPLORE_STATEFUL_H

#include "explore/explore.h"

// Whether it can decide what is asked.
bool stateful_applies(const struct exploration_options *options);

struct search;
// How far such a search has come: how many states were met, and what changes most often from one to the next.
// Owned by the caller.
char *stateful_progress(const struct search *s);
// Why these properties cannot be decided so; NULL: they can.
const char *stateful_excludes(uint32_t properties);

#endif
