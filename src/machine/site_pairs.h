// Pairs of places in the program of which what was made at the second may take the name (address, handle) of
// what was made at the first: reuse.h, identifiers.h. Private to src/machine.
#ifndef HEDDLE_MACHINE_SITE_PAIRS_H
#define HEDDLE_MACHINE_SITE_PAIRS_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct site_pair {
    uint32_t old, new; // instructions
};
typedef VECTOR(struct site_pair) site_pairs;

// Whether the pair is one of these.
static inline bool site_pairs_have(const site_pairs *pairs, uint32_t old, uint32_t new)
{
    for (uint32_t k = 0; k < pairs->size; k++)
        if (pairs->data[k].old == old && pairs->data[k].new == new)
            return true;
    return false;
}

// Whether the place is the first, or the second, of one of these.
static inline bool site_pairs_have_old(const site_pairs *pairs, uint32_t site)
{
    for (uint32_t k = 0; k < pairs->size; k++)
        if (pairs->data[k].old == site)
            return true;
    return false;
}
static inline bool site_pairs_have_new(const site_pairs *pairs, uint32_t site)
{
    for (uint32_t k = 0; k < pairs->size; k++)
        if (pairs->data[k].new == site)
            return true;
    return false;
}

#endif
