// <math.h>: the numbers next to long double ones, and next to others in the direction of those.
#include "runtime/runtime.h"

#include <float.h>

double nextafter(double x, double to);
float nextafterf(float x, float to);

// The 80 bits of x86: the integer bit of the significand is its highest one. Neighbours are those of the
// magnitudes as integers, but for the integer bit, which is clear below the normal numbers only.
union long_image {
    long double number;
    struct {
        uint64_t significand;
        uint16_t exponent; // with the sign
    } bits;
};
static const uint64_t integer_bit = (uint64_t)1 << 63;

static long double next_larger_long(union long_image image)
{
    if (++image.bits.significand == 0) {
        image.bits.significand = integer_bit;
        image.bits.exponent++;
    } else if (!(image.bits.exponent & 0x7fff) && image.bits.significand & integer_bit) {
        image.bits.exponent++;
    }
    return image.number;
}

static long double next_smaller_long(union long_image image)
{
    if (image.bits.significand-- == integer_bit) {
        image.bits.exponent--;
        if (image.bits.exponent & 0x7fff)
            image.bits.significand |= integer_bit;
    }
    return image.number;
}

long double nextafterl(long double x, long double to)
{
    union long_image image = {.number = x};
    if (x != x || to != to)
        return x + to;
    if (x == to)
        return to;
    if (x == 0)
        return __builtin_elementwise_copysign(0x1p-16445L, to);
    // Infinity's significand is the integer bit alone, so that below it is the largest number.
    long double result = (x < to) == (x > 0) ? next_larger_long(image) : next_smaller_long(image);
    if (result - result != 0 || __builtin_elementwise_abs(result) < LDBL_MIN)
        errno = ERANGE;
    return result;
}

long double nexttowardl(long double x, long double to)
{
    return nextafterl(x, to);
}

// SMALLEST: the least number above zero.
#define NEXT_TOWARD(NAME, NUMBER, NEXT, SMALLEST)                                                            \
    NUMBER NAME(NUMBER x, long double to)                                                                    \
    {                                                                                                        \
        const NUMBER infinite = (NUMBER)__builtin_inf();                                                     \
        if (x != x || to != to)                                                                              \
            return (NUMBER)((long double)x + to);                                                            \
        if ((long double)x == to)                                                                            \
            return (NUMBER)to;                                                                               \
        if (x == 0)                                                                                          \
            return to > 0 ? (SMALLEST) : -(SMALLEST);                                                        \
        return NEXT(x, (long double)x < to ? infinite : -infinite);                                          \
    }
NEXT_TOWARD(nexttoward, double, nextafter, 0x1p-1074)
NEXT_TOWARD(nexttowardf, float, nextafterf, 0x1p-149f)
