// Facts that exploring has found (machine/learnt.h) and that make a slice larger.
#ifndef HEDDLE_EXPLORE_SLICE_FACTS_H
#define HEDDLE_EXPLORE_SLICE_FACTS_H

#include "analysis/slicing.h"
#include "machine/learnt.h"

// Adds those of the facts from number *known on that say what is relevant; *known becomes `count`.
void slice_facts_take(struct slicing *slicing, const struct learnt_fact *facts, uint32_t count,
                      uint32_t *known);

#endif
