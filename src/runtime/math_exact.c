// <math.h>: what has one right answer: rounding, remainders, and taking numbers apart. The compiler's
// elementwise builtins are operations of the machine, never calls. The float functions compute in double,
// which is exact for all of them or rounds once.
#include "runtime/runtime.h"

#include <float.h>

#define ONE(name, expression)                                                                                \
    double name(double x)                                                                                    \
    {                                                                                                        \
        return expression;                                                                                   \
    }                                                                                                        \
    float name##f(float x)                                                                                   \
    {                                                                                                        \
        return (float)name((double)x);                                                                       \
    }
#define TWO(name, expression)                                                                                \
    double name(double x, double y)                                                                          \
    {                                                                                                        \
        return expression;                                                                                   \
    }                                                                                                        \
    float name##f(float x, float y)                                                                          \
    {                                                                                                        \
        return (float)name((double)x, (double)y);                                                            \
    }
#define LONG_ONE(name, expression)                                                                           \
    long double name##l(long double x)                                                                       \
    {                                                                                                        \
        return expression;                                                                                   \
    }
#define LONG_TWO(name, expression)                                                                           \
    long double name##l(long double x, long double y)                                                        \
    {                                                                                                        \
        return expression;                                                                                   \
    }

// Half away from zero: exact, since x - trunc(x) is.
static double round_half_away(double x)
{
    double whole = __builtin_elementwise_trunc(x);
    double rest = __builtin_elementwise_abs(x - whole);
    return rest >= 0.5 ? whole + __builtin_elementwise_copysign(1.0, x) : whole;
}

static double square_root(double x)
{
    if (x < 0)
        errno = EDOM;
    return __builtin_elementwise_sqrt(x);
}

static double remainder_towards_zero(double x, double y)
{
    if ((y == 0 && x == x) || (__builtin_elementwise_abs(x) > DBL_MAX && y == y))
        errno = EDOM;
    return __builtin_fmod(x, y);
}

// A NaN gives way to a number.
static double smaller_double(double x, double y)
{
    return x <= y || y != y ? x : y;
}

static double larger_double(double x, double y)
{
    return x >= y || y != y ? x : y;
}

static double positive_difference(double x, double y)
{
    double difference = x > y ? x - y : x != x || y != y ? x + y : 0;
    if (difference > DBL_MAX && x <= DBL_MAX && y >= -DBL_MAX)
        errno = ERANGE;
    return difference;
}

ONE(fabs, __builtin_elementwise_abs(x))
ONE(floor, __builtin_elementwise_floor(x))
ONE(ceil, __builtin_elementwise_ceil(x))
ONE(trunc, __builtin_elementwise_trunc(x))
ONE(rint, __builtin_elementwise_rint(x))
ONE(nearbyint, __builtin_elementwise_nearbyint(x))
ONE(roundeven, __builtin_elementwise_rint(x)) // the rounding mode is always to nearest, ties to even
ONE(round, round_half_away(x))
ONE(sqrt, square_root(x))
TWO(copysign, __builtin_elementwise_copysign(x, y))
TWO(fmin, smaller_double(x, y))
TWO(fmax, larger_double(x, y))
TWO(fdim, positive_difference(x, y))
TWO(fmod, remainder_towards_zero(x, y))
LONG_ONE(fabs, __builtin_elementwise_abs(x))
LONG_ONE(floor, __builtin_elementwise_floor(x))
LONG_ONE(ceil, __builtin_elementwise_ceil(x))
LONG_ONE(trunc, __builtin_elementwise_trunc(x))
LONG_ONE(rint, __builtin_elementwise_rint(x))
LONG_ONE(nearbyint, __builtin_elementwise_nearbyint(x))
LONG_ONE(sqrt, __builtin_elementwise_sqrt(x))
LONG_TWO(copysign, __builtin_elementwise_copysign(x, y))
LONG_TWO(fmin, x <= y || y != y ? x : y)
LONG_TWO(fmax, x >= y || y != y ? x : y)

double fma(double x, double y, double z)
{
    return __builtin_elementwise_fma(x, y, z);
}

float fmaf(float x, float y, float z)
{
    return __builtin_elementwise_fma(x, y, z);
}

// Rounding to integers; out of range, C leaves the result open.
#define TO_INTEGER(type, name, round)                                                                        \
    type name(double x)                                                                                      \
    {                                                                                                        \
        return (type)round(x);                                                                               \
    }                                                                                                        \
    type name##f(float x)                                                                                    \
    {                                                                                                        \
        return (type)round((double)x);                                                                       \
    }
TO_INTEGER(long, lround, round_half_away)
TO_INTEGER(long long, llround, round_half_away)
TO_INTEGER(long, lrint, __builtin_elementwise_rint)
TO_INTEGER(long long, llrint, __builtin_elementwise_rint)

// IEEE remainder: of the quotient rounded to nearest, ties to even.
double remainder(double x, double y)
{
    double magnitude = __builtin_elementwise_abs(y);
    double rest = x;
    if (magnitude <= DBL_MAX / 2)
        rest = remainder_towards_zero(x, magnitude + magnitude);
    else if (!(__builtin_elementwise_abs(x) <= DBL_MAX) || y != y)
        return remainder_towards_zero(x, y);
    rest = __builtin_elementwise_abs(rest);
    if (magnitude < 2 * DBL_MIN) {
        if (rest + rest > magnitude) {
            rest -= magnitude;
            if (rest + rest >= magnitude)
                rest -= magnitude;
        }
    } else if (rest > magnitude / 2) {
        rest -= magnitude;
        if (rest >= magnitude / 2)
            rest -= magnitude;
    }
    return __builtin_signbit(x) ? -rest : rest;
}

float remainderf(float x, float y)
{
    return (float)remainder((double)x, (double)y);
}

double drem(double x, double y)
{
    return remainder(x, y);
}
