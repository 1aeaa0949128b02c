// Facts that exploring has found (machine/learnt.h) and that make a slice larger.
#ifndef HEDDLE_EXPLORE_SLICE_FACTS_H
#define HEDDLE_EXPLORE_SLICE_FACTS_H

#include "analysis/slicing.h"
#include "machine/learnt.h"

// The slice that a search or a replay with these facts begins with: of all places of the properties, or only
// of those that the facts name as checked again. Owned by the caller.
struct slicing *slice_facts_begin(const struct program *program, uint32_t properties, uint64_t stack_size,
                                  bool dynamic, const struct learnt_fact *facts, uint32_t count);
// Adds those of the facts from number *known on that say what is relevant; *known becomes `count`.
void slice_facts_take(struct slicing *slicing, const struct learnt_fact *facts, uint32_t count,
                      uint32_t *known);

#endif
