// Independence: conjuncts that share inputs, directly or through others, form a group; groups can be decided
// apart.
#ifndef HEDDLE_SMT_GROUPING_H
#define HEDDLE_SMT_GROUPING_H

#include "base/vector.h"
#include "term/term.h"

#define GROUPING_NONE UINT32_MAX

struct grouping {
    VECTOR(uint32_t) parent; // union-find over input indices
    VECTOR(uint32_t)
    group; // by conjunct: the input that stands for its group, or GROUPING_NONE if it has no input
    VECTOR(uint32_t) first; // by such an input: the first conjunct of its group, or GROUPING_NONE
    VECTOR(uint32_t) next;  // by conjunct: the next one of its group, or GROUPING_NONE
};

void grouping_free(struct grouping *grouping);

// Groups the conjuncts. With `together` all conjuncts that have inputs are one group.
void grouping_make(struct grouping *grouping, struct terms *terms, const term *conjuncts, uint32_t count,
                   bool together);

// The group an input belongs to (after grouping_make); an input of no conjunct is alone in its group.
uint32_t grouping_find(struct grouping *grouping, uint32_t input);

#endif
