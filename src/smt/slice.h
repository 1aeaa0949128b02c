// Independence: conjuncts that share inputs, directly or through others, form a group; groups can be decided
// apart.
#ifndef HEDDLE_SMT_SLICE_H
#define HEDDLE_SMT_SLICE_H

#include "base/vector.h"
#include "term/term.h"

#define SLICE_NO_GROUP UINT32_MAX

struct slice {
    VECTOR(uint32_t) parent; // union-find over input indices
    VECTOR(uint32_t)
    group; // by conjunct: the input that stands for its group, or SLICE_NO_GROUP if it has no input
};

void slice_free(struct slice *slice);

// Groups the conjuncts. With `together` all conjuncts that have inputs are one group.
void slice_group(struct slice *slice, struct terms *terms, const term *conjuncts, uint32_t count,
                 bool together);

// The group an input belongs to (after slice_group); an input of no conjunct is alone in its group.
uint32_t slice_find(struct slice *slice, uint32_t input);

#endif
