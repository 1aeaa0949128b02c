#include "term/float.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "terms need IEEE 754 arithmetic: compile without -ffast-math"
#endif
_Static_assert(FLT_EVAL_METHOD == 0, "float and double expressions must be rounded to their own type");

static double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float float_of_bits(uint64_t bits)
{
    uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return value;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    if (isnan(value))
        return 0x7ff8000000000000u;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_float(float value)
{
    uint32_t bits;
    if (isnan(value))
        return 0x7fc00000u;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// One function per operation and never inlined, so that no two operations can be contracted into one.
#define FLOAT_OPERATION(type, suffix, fma_function, sqrt_function)                                           \
    __attribute__((noinline)) static type add_##suffix(type a, type b)                                       \
    {                                                                                                        \
        return a + b;                                                                                        \
    }                                                                                                        \
    __attribute__((noinline)) static type subtract_##suffix(type a, type b)                                  \
    {                                                                                                        \
        return a - b;                                                                                        \
    }                                                                                                        \
    __attribute__((noinline)) static type multiply_##suffix(type a, type b)                                  \
    {                                                                                                        \
        return a * b;                                                                                        \
    }                                                                                                        \
    __attribute__((noinline)) static type divide_##suffix(type a, type b)                                    \
    {                                                                                                        \
        return a / b;                                                                                        \
    }                                                                                                        \
    static uint64_t fold_##suffix(enum term_kind kind, type a, type b, type c)                               \
    {                                                                                                        \
        switch (kind) {                                                                                      \
        case TERM_FADD: return bits_of_##suffix(add_##suffix(a, b));                                         \
        case TERM_FSUB: return bits_of_##suffix(subtract_##suffix(a, b));                                    \
        case TERM_FMUL: return bits_of_##suffix(multiply_##suffix(a, b));                                    \
        case TERM_FDIV: return bits_of_##suffix(divide_##suffix(a, b));                                      \
        case TERM_FSQRT: return bits_of_##suffix(sqrt_function(a));                                          \
        case TERM_FMA: return bits_of_##suffix(fma_function(a, b, c));                                       \
        case TERM_FEQ: return a == b;                                                                        \
        case TERM_FLT: return a < b;                                                                         \
        case TERM_FLE: return a <= b;                                                                        \
        default: return 0;                                                                                   \
        }                                                                                                    \
    }
// clang-format off
FLOAT_OPERATION(float, float, fmaf, sqrtf)
FLOAT_OPERATION(double, double, fma, sqrt)
// clang-format on

uint64_t float_fold(enum term_kind kind, unsigned width, uint64_t a, uint64_t b, uint64_t c)
{
    if (width == 32)
        return fold_float(kind, float_of_bits(a), float_of_bits(b), float_of_bits(c));
    return fold_double(kind, double_of_bits(a), double_of_bits(b), double_of_bits(c));
}

// Towards zero; `top` is the power of two just beyond the positive range.
static wide integer_of(enum term_kind kind, unsigned to, double value)
{
    double whole = trunc(value);
    wide unspecified = (wide)1 << (to - 1);
    if (kind == TERM_F_TO_SINT) {
        double top = ldexp(1.0, (int)to - 1);
        if (!(whole >= -top && whole < top))
            return unspecified;
        return (wide)(signed_wide)whole & wide_mask(to);
    }
    if (!(whole >= 0 && whole < ldexp(1.0, (int)to)))
        return unspecified;
    return (wide)whole;
}

wide float_convert(enum term_kind kind, unsigned from, unsigned to, wide a)
{
    switch (kind) {
    case TERM_FCONVERT:
        if (from == to)
            return from == 32 ? bits_of_float(float_of_bits((uint64_t)a))
                              : bits_of_double(double_of_bits((uint64_t)a));
        return from == 32 ? bits_of_double((double)float_of_bits((uint64_t)a))
                          : bits_of_float((float)double_of_bits((uint64_t)a));
    case TERM_F_TO_SINT:
    case TERM_F_TO_UINT:
        return integer_of(kind, to,
                          from == 32 ? (double)float_of_bits((uint64_t)a) : double_of_bits((uint64_t)a));
    case TERM_SINT_TO_F: {
        signed_wide value = wide_signed(from, a);
        return to == 32 ? bits_of_float((float)value) : bits_of_double((double)value);
    }
    default: return to == 32 ? bits_of_float((float)a) : bits_of_double((double)a);
    }
}

static double round_in_mode(unsigned mode, double value)
{
    switch (mode) {
    case 0: return nearbyint(value);
    case 1: return round(value);
    case 2: return ceil(value);
    case 3: return floor(value);
    default: return trunc(value);
    }
}

uint64_t float_round(unsigned width, unsigned mode, uint64_t a)
{
    // Every float is a double, and so is its rounding to an integer.
    if (width == 32)
        return bits_of_float((float)round_in_mode(mode, (double)float_of_bits(a)));
    return bits_of_double(round_in_mode(mode, double_of_bits(a)));
}
