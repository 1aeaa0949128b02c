// Numbers of fewer than 64 bits, in two's complement.
#ifndef HEDDLE_BASE_SIGN_EXTEND_H
#define HEDDLE_BASE_SIGN_EXTEND_H

#include <stdint.h>

// The number that the lowest `width` bits are (1 or more; beyond 64: all).
static inline int64_t sign_extend(uint64_t bits, unsigned width)
{
    return width >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width);
}

#endif
