// Whether arithmetic on integers of more than 64 bits overflows: llvm.sadd.with.overflow and its like.
#ifndef HEDDLE_LOWER_WIDE_OVERFLOW_H
#define HEDDLE_LOWER_WIDE_OVERFLOW_H

#include "lower/wide.h"

// The operation and whether its operands have a sign.
enum overflow_operation {
    OVERFLOW_SADD,
    OVERFLOW_UADD,
    OVERFLOW_SSUB,
    OVERFLOW_USUB,
    OVERFLOW_SMUL,
    OVERFLOW_UMUL
};

// Emits the operation on a and b, integers of more than 64 and at most MAX_WIDE_BITS bits: the words of its
// result, modulo 2 to the power of the width, into result[], and one bit into *overflow: whether that is not
// the exact result. False: the width has no lowering; nothing was emitted.
bool wide_overflow(struct lowering *l, enum overflow_operation operation, uint32_t width,
                   const struct word *a, const struct word *b, struct word *result, struct word *overflow);

#endif
