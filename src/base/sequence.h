// What two sequences have in common, in order: the heart of comparing texts and code.
#ifndef HEDDLE_BASE_SEQUENCE_H
#define HEDDLE_BASE_SEQUENCE_H

#include <stdint.h>

#define SEQUENCE_NONE 0xffffffffu

// Finds a longest common subsequence of `a` and `b` (Myers 1986, in linear space). match[i], for each of the
// elements of `a`: the index of its counterpart in `b`, or SEQUENCE_NONE; counterparts are equal numbers, and
// ascend. Where the sequences differ in thousands of places the subsequence may be shorter than the longest.
void sequence_match(const uint64_t *a, uint32_t a_count, const uint64_t *b, uint32_t b_count,
                    uint32_t *match);

#endif
