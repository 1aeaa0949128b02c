// Footprints (docs/design.md 7.9): which basic blocks of the program were executed below a state. A summary
// says nothing of any other code, so that it holds in every version of the program in which these blocks are
// what they were (explore/carried.h).
//
// A footprint is a set of blocks, by number in the program; kept ones have numbers, equal ones the same.
#ifndef HEDDLE_SUMMARY_FOOTPRINT_H
#define HEDDLE_SUMMARY_FOOTPRINT_H

#include "base/index.h"
#include "base/vector.h"

#include <stdbool.h>

// Of a summary of which it is not known what was executed below it.
#define FOOTPRINT_UNKNOWN 0xffffffffu

struct footprint {
    bool unknown;           // some of what was executed is not known
    VECTOR(uint64_t) words; // a bit set; what lies beyond has no members
};

// Releases it; makes it the empty set.
void footprint_free(struct footprint *footprint);
void footprint_clear(struct footprint *footprint);
void footprint_add(struct footprint *footprint, uint32_t block);
// Adds the members of the other one.
void footprint_unite(struct footprint *footprint, const struct footprint *with);

// Kept sets. A cleared struct ({0}) has none.
struct footprints {
    VECTOR(struct footprint) all;
    struct index index;
};
void footprints_free(struct footprints *footprints);
// The number of a set, which is copied where there is no equal one; FOOTPRINT_UNKNOWN for one that is not
// known.
uint32_t footprint_number(struct footprints *footprints, const struct footprint *footprint);
static inline const struct footprint *footprint_get(const struct footprints *footprints, uint32_t number)
{
    return &footprints->all.data[number];
}

#endif
