// Conversions between floating point and integers of 128 bits, given as two words of a magnitude
// (src/lower/wide_floats.h looks after the sign).
#include "runtime/runtime.h"

enum { DOUBLE_BIAS = 1023, DOUBLE_FRACTION = 52, FLOAT_BIAS = 127, FLOAT_FRACTION = 23, LONG_BIAS = 16383 };

union double_bits {
    double value;
    uint64_t bits;
};

union float_bits {
    float value;
    uint32_t bits;
};

union long_double_bits {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t exponent;
    } parts;
};

// The 64 bits from the highest one that is set on; what lies below them, from the highest bit on. `high` is
// not zero. Returns by how much they were moved to the left, of 64.
static unsigned normalise(uint64_t low, uint64_t high, uint64_t *top, uint64_t *below)
{
    unsigned left = (unsigned)__builtin_clzll(high);
    *top = left ? high << left | low >> (64 - left) : high;
    *below = left ? low << left : low;
    return left;
}

// With all that lies below in the lowest bit, 64 bits round as 128 would.
static unsigned normalise_sticky(uint64_t low, uint64_t high, uint64_t *top)
{
    uint64_t below;
    unsigned left = normalise(low, high, top, &below);
    *top |= below != 0;
    return left;
}

double __runtime_wide_to_double(uint64_t low, uint64_t high)
{
    uint64_t top;
    if (!high)
        return (double)low;
    unsigned left = normalise_sticky(low, high, &top);
    union double_bits scale = {.bits = (uint64_t)(DOUBLE_BIAS + 64 - left) << DOUBLE_FRACTION};
    return (double)top * scale.value;
}

float __runtime_wide_to_float(uint64_t low, uint64_t high)
{
    uint64_t top;
    if (!high)
        return (float)low;
    unsigned left = normalise_sticky(low, high, &top);
    union float_bits scale = {.bits = (uint32_t)(FLOAT_BIAS + 64 - left) << FLOAT_FRACTION};
    return (float)top * scale.value;
}

long double __runtime_wide_to_long_double(uint64_t low, uint64_t high)
{
    const uint64_t half = (uint64_t)1 << 63;
    uint64_t top, below;
    if (!high)
        return (long double)low;
    unsigned left = normalise(low, high, &top, &below);
    uint16_t exponent = (uint16_t)(LONG_BIAS + 127 - left);
    if ((below > half || (below == half && top & 1)) && ++top == 0) {
        top = half;
        exponent++;
    }
    union long_double_bits result = {.value = 0};
    result.parts.mantissa = top;
    result.parts.exponent = exponent;
    return result.value;
}

// The low or the high word of mantissa * 2^shift.
static uint64_t shifted(uint64_t mantissa, int shift, int high)
{
    if (shift <= -64)
        return 0;
    if (shift < 0)
        return high ? 0 : mantissa >> -shift;
    if (shift >= 64)
        return high ? mantissa << (shift - 64) : 0;
    if (high)
        return shift ? mantissa >> (64 - shift) : 0;
    return mantissa << shift;
}

// Whether a number from 2^exponent on, and less than twice that, has at most `bits` bits before the point.
// `edge`: it may also be 2^bits. C leaves open what becomes of others.
static void check(int exponent, int is_power, int bits, int edge)
{
    if (exponent >= bits && !(edge && exponent == bits && is_power))
        __heddle_unmodelled("conversion of a floating-point number that does not fit the integer type");
}

uint64_t __runtime_double_word(double value, int high, int bits, int edge)
{
    const uint64_t one = (uint64_t)1 << DOUBLE_FRACTION;
    union double_bits number = {.value = value};
    int exponent = (int)(number.bits >> DOUBLE_FRACTION & 0x7ff) - DOUBLE_BIAS;
    uint64_t fraction = number.bits & (one - 1);
    check(exponent, fraction == 0, bits, edge);
    return exponent < 0 ? 0 : shifted(fraction | one, exponent - DOUBLE_FRACTION, high);
}

uint64_t __runtime_long_double_word(long double value, int high, int bits, int edge)
{
    union long_double_bits number = {.value = value};
    int exponent = (int)(number.parts.exponent & 0x7fff) - LONG_BIAS;
    check(exponent, number.parts.mantissa << 1 == 0, bits, edge);
    return exponent < 0 ? 0 : shifted(number.parts.mantissa, exponent - 63, high);
}
