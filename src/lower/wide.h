// Integers of more than 64 bits: what can be done word by word is, so that most of it (bit-fields, 128-bit
// counters) is ordinary code. Word i of an integer of `width` bits has part_of_width(width, i) bits.
#ifndef HEDDLE_LOWER_WIDE_H
#define HEDDLE_LOWER_WIDE_H

#include "lower/emit.h"

// The widest integers that OP_WIDE_BINARY takes (a term of term/term.h).
#define MAX_WIDE_BITS 128u

// How many bits of an integer of `width` bits its word number `word` has.
static inline uint32_t part_of_width(uint32_t width, uint32_t word)
{
    return width - word * 64 < 64 ? width - word * 64 : 64;
}

// An arithmetic operation (OP_ADD ... OP_XOR) with its OP_NSW into `result`. False where it has no lowering.
bool wide_binary(struct lowering *l, enum opcode op, uint32_t flags, uint32_t width, const struct word *a,
                 const struct word *b, struct word *result);
// A comparison (OP_EQ ... OP_SGE).
struct word wide_compare(struct lowering *l, enum opcode op, uint32_t width, const struct word *a,
                         const struct word *b);
// To another width; either may be narrow.
void wide_resize(struct lowering *l, bool sign, uint32_t from, uint32_t to, const struct word *word,
                 struct word *result);

#endif
