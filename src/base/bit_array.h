// Sets of small numbers: one bit each, of a length that the owner knows. machine/thread_set.h is such a set
// of fixed length, as a value; analysis/bits.h keeps only the words that are not zero.
#ifndef HEDDLE_BASE_BIT_ARRAY_H
#define HEDDLE_BASE_BIT_ARRAY_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t bit_array_words(uint32_t count)
{
    return (size_t)count / 64 + 1;
}

// An empty set of numbers below `count`, owned by the caller (memory_free).
static inline uint64_t *bit_array_new(uint32_t count)
{
    return memory_zalloc(bit_array_words(count), sizeof(uint64_t));
}

static inline bool bit_array_has(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> (i % 64) & 1;
}

static inline void bit_array_remove(uint64_t *bits, uint32_t i)
{
    bits[i / 64] &= ~((uint64_t)1 << (i % 64));
}

// Returns whether `i` was not in the set before.
static inline bool bit_array_add(uint64_t *bits, uint32_t i)
{
    uint64_t bit = (uint64_t)1 << (i % 64);
    bool is_new = !(bits[i / 64] & bit);
    bits[i / 64] |= bit;
    return is_new;
}

#endif
