// IEEE 754 arithmetic on bit patterns, done by the processor: round to nearest even, no contraction. A result
// that is not a number is always the positive quiet one with an empty payload, so that evaluation and the
// solver agree.
#ifndef HEDDLE_TERM_FLOAT_H
#define HEDDLE_TERM_FLOAT_H

#include "term/value.h"

// Operands of 32 or 64 bits (`width`). Unused operands are ignored.
uint64_t float_fold(enum term_kind kind, unsigned width, uint64_t a, uint64_t b, uint64_t c);
// FCONVERT .. UINT_TO_F: from `from` bits to `to` bits. A number that does not fit an integer (or none) gives
// the integer with only the top bit set, as the processor does.
wide float_convert(enum term_kind kind, unsigned from, unsigned to, wide a);
// FROUND with its mode.
uint64_t float_round(unsigned width, unsigned mode, uint64_t a);

#endif
