// <math.h>: numbers as sign, exponent and significand.
#include "runtime/runtime.h"

#include <float.h>

enum { SIGNIFICAND_BITS = 52, BIAS = 1023, EXPONENT_MASK = 0x7ff };
enum { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL };
static const uint64_t sign_bit = (uint64_t)1 << 63, significand_mask = ((uint64_t)1 << SIGNIFICAND_BITS) - 1;

union image {
    double number;
    uint64_t bits;
};
union float_image {
    float number;
    uint32_t bits;
};

static uint64_t to_bits(double x)
{
    return ((union image){.number = x}).bits;
}

static double from_bits(uint64_t bits)
{
    return ((union image){.bits = bits}).number;
}

static uint32_t to_bits_float(float x)
{
    return ((union float_image){.number = x}).bits;
}

static float from_bits_float(uint32_t bits)
{
    return ((union float_image){.bits = bits}).number;
}

static int exponent_bits(uint64_t bits)
{
    return (int)(bits >> SIGNIFICAND_BITS) & EXPONENT_MASK;
}

// x = result * 2^*exponent with 0.5 <= |result| < 1.
static double split_double(double x, int *exponent)
{
    uint64_t bits = to_bits(x);
    int adjust = 0;
    *exponent = 0;
    if (x == 0 || exponent_bits(bits) == EXPONENT_MASK)
        return x;
    if (exponent_bits(bits) == 0) {
        bits = to_bits(x * 0x1p64);
        adjust = 64;
    }
    *exponent = exponent_bits(bits) - BIAS + 1 - adjust;
    return from_bits((bits & (sign_bit | significand_mask)) | (uint64_t)(BIAS - 1) << SIGNIFICAND_BITS);
}

static double scale(double x, long exponent)
{
    enum { STEP = 1000, MOST = 3 * STEP };
    double result = x;
    if (exponent > MOST)
        exponent = MOST;
    if (exponent < -MOST)
        exponent = -MOST;
    // Below the normal numbers only the last multiplication may round: what comes before keeps the result
    // well above.
    while (exponent > BIAS) {
        result *= 0x1p1023;
        exponent -= BIAS;
    }
    while (exponent < -(BIAS - 1)) {
        result *= 0x1p-1022 * 0x1p53;
        exponent += BIAS - 1 - 53;
    }
    result *= from_bits((uint64_t)(exponent + BIAS) << SIGNIFICAND_BITS);
    if (x != 0 && x - x == 0 && (result == 0 || result - result != 0))
        errno = ERANGE;
    return result;
}

double frexp(double x, int *exponent)
{
    return split_double(x, exponent);
}

float frexpf(float x, int *exponent)
{
    return (float)split_double((double)x, exponent);
}

#define SCALING(name, type)                                                                                  \
    double name(double x, type exponent)                                                                     \
    {                                                                                                        \
        return scale(x, exponent);                                                                           \
    }                                                                                                        \
    float name##f(float x, type exponent)                                                                    \
    {                                                                                                        \
        float result = (float)scale((double)x, exponent);                                                    \
        if (x != 0 && x - x == 0 && (result == 0 || result - result != 0))                                   \
            errno = ERANGE;                                                                                  \
        return result;                                                                                       \
    }
SCALING(ldexp, int)
SCALING(scalbn, int)
SCALING(scalbln, long)

double modf(double x, double *whole)
{
    *whole = __builtin_elementwise_trunc(x);
    double rest = x - *whole;
    return __builtin_elementwise_copysign(rest == rest || x != x ? rest : 0, x);
}

float modff(float x, float *whole)
{
    double part;
    float rest = (float)modf((double)x, &part);
    *whole = (float)part;
    return rest;
}

static int exponent_of(double x)
{
    int exponent;
    if (x == 0 || x - x != 0) {
        errno = EDOM;
        return x - x != 0 && x == x ? INT_MAX : INT_MIN;
    }
    split_double(x, &exponent);
    return exponent - 1;
}

int ilogb(double x)
{
    return exponent_of(x);
}

int ilogbf(float x)
{
    return exponent_of((double)x);
}

double logb(double x)
{
    if (x == 0) {
        errno = ERANGE;
        return -__builtin_inf();
    }
    return x - x != 0 ? x * x : exponent_of(x);
}

float logbf(float x)
{
    return (float)logb((double)x);
}

double nextafter(double x, double to)
{
    if (x != x || to != to)
        return x + to;
    if (x == to)
        return to;
    if (x == 0)
        return __builtin_elementwise_copysign(0x1p-1074, to);
    uint64_t bits = to_bits(x);
    double result = from_bits((x < to) == (x > 0) ? bits + 1 : bits - 1);
    if (result - result != 0 || __builtin_elementwise_abs(result) < DBL_MIN)
        errno = ERANGE;
    return result;
}

float nextafterf(float x, float to)
{
    if (x != x || to != to)
        return x + to;
    if (x == to)
        return to;
    if (x == 0)
        return __builtin_elementwise_copysign(0x1p-149f, to);
    uint32_t bits = to_bits_float(x);
    float result = from_bits_float((x < to) == (x > 0) ? bits + 1 : bits - 1);
    if (result - result != 0 || __builtin_elementwise_abs(result) < FLT_MIN)
        errno = ERANGE;
    return result;
}

double nan(const char *tag)
{
    (void)tag;
    return __builtin_nan("");
}

float nanf(const char *tag)
{
    (void)tag;
    return __builtin_nanf("");
}

// Classification, as the macros of glibc's header call it: on the bits, so that no operation sees a
// signalling NaN.
static int classify(uint64_t significand, int exponent, int most)
{
    if (exponent == most)
        return significand ? FP_NAN : FP_INFINITE;
    return exponent ? FP_NORMAL : significand ? FP_SUBNORMAL : FP_ZERO;
}

int __fpclassify(double x)
{
    uint64_t bits = to_bits(x);
    return classify(bits & significand_mask, exponent_bits(bits), EXPONENT_MASK);
}

int __fpclassifyf(float x)
{
    uint32_t bits = to_bits_float(x);
    return classify(bits & 0x7fffff, bits >> 23 & 0xff, 0xff);
}

int __fpclassifyl(long double x)
{
    union {
        long double number;
        struct {
            uint64_t significand;
            uint16_t exponent;
        } bits;
    } image = {.number = x};
    return classify(image.bits.significand << 1, image.bits.exponent & 0x7fff, 0x7fff);
}

static int sign(long double x)
{
    union {
        long double number;
        struct {
            uint64_t significand;
            uint16_t exponent;
        } bits;
    } image = {.number = x};
    return image.bits.exponent >> 15;
}

int __signbit(double x)
{
    return (int)(to_bits(x) >> 63);
}

int __signbitf(float x)
{
    return (int)(to_bits_float(x) >> 31);
}

int __signbitl(long double x)
{
    return sign(x);
}

#define CLASSES(suffix, type)                                                                                \
    int __isnan##suffix(type x)                                                                              \
    {                                                                                                        \
        return __fpclassify##suffix(x) == FP_NAN;                                                            \
    }                                                                                                        \
    int isnan##suffix(type x)                                                                                \
    {                                                                                                        \
        return __fpclassify##suffix(x) == FP_NAN;                                                            \
    }                                                                                                        \
    int __isinf##suffix(type x)                                                                              \
    {                                                                                                        \
        return __fpclassify##suffix(x) == FP_INFINITE ? (__signbit##suffix(x) ? -1 : 1) : 0;                 \
    }                                                                                                        \
    int isinf##suffix(type x)                                                                                \
    {                                                                                                        \
        return __isinf##suffix(x);                                                                           \
    }                                                                                                        \
    int __finite##suffix(type x)                                                                             \
    {                                                                                                        \
        return __fpclassify##suffix(x) > FP_INFINITE;                                                        \
    }                                                                                                        \
    int finite##suffix(type x)                                                                               \
    {                                                                                                        \
        return __fpclassify##suffix(x) > FP_INFINITE;                                                        \
    }
CLASSES(, double)
CLASSES(f, float)
CLASSES(l, long double)
