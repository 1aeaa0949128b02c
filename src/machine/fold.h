// Integer arithmetic on machine words of 1 to 64 bits, values zero-extended. One function per opcode.
// Private to src/machine.
#ifndef HEDDLE_MACHINE_FOLD_H
#define HEDDLE_MACHINE_FOLD_H

#include <stdint.h>

static inline uint64_t fold_mask(unsigned w)
{
    return ~(uint64_t)0 >> (64 - w);
}
static inline int64_t fold_signed(unsigned w, uint64_t a)
{
    return (int64_t)(a << (64 - w)) >> (64 - w);
}

#define FOLD(NAME, EXPRESSION)                                                                               \
    static inline uint64_t fold_##NAME(unsigned w, uint64_t a, uint64_t b)                                   \
    {                                                                                                        \
        (void)w;                                                                                             \
        return (uint64_t)(EXPRESSION);                                                                       \
    }
FOLD(ADD, (a + b) & fold_mask(w))
FOLD(SUB, (a - b) & fold_mask(w))
FOLD(MUL, (a * b) & fold_mask(w))
FOLD(UDIV, a / b)
FOLD(UREM, a % b)
FOLD(SDIV, (uint64_t)(fold_signed(w, a) / fold_signed(w, b)) & fold_mask(w))
FOLD(SREM, (uint64_t)(fold_signed(w, a) % fold_signed(w, b)) & fold_mask(w))
FOLD(SHL, (a << b) & fold_mask(w))
FOLD(LSHR, a >> b)
FOLD(ASHR, (uint64_t)(fold_signed(w, a) >> b) & fold_mask(w))
FOLD(AND, a &b)
FOLD(OR, a | b)
FOLD(XOR, a ^ b)
FOLD(EQ, a == b)
FOLD(NE, a != b)
FOLD(ULT, a < b)
FOLD(ULE, a <= b)
FOLD(UGT, a > b)
FOLD(UGE, a >= b)
FOLD(SLT, fold_signed(w, a) < fold_signed(w, b))
FOLD(SLE, fold_signed(w, a) <= fold_signed(w, b))
FOLD(SGT, fold_signed(w, a) > fold_signed(w, b))
FOLD(SGE, fold_signed(w, a) >= fold_signed(w, b))
#undef FOLD

#endif
