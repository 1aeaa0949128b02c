// <math.h>: functions that the host's libm computes (src/program/math.def), in double; the float forms round
// that result, which may differ from glibc's own in the last bit. The long double forms are not modelled.
#include "runtime/runtime.h"

#include <float.h>

enum function {
#define MATH(name, arity) HOST_##name,
#include "program/math.def"
};

double floor(double x);
double fmod(double x, double y);

static bool is_finite(double x)
{
    return x >= -DBL_MAX && x <= DBL_MAX;
}

// Sets errno from arguments and result as math_errhandling promises: no result (domain), or one too large.
static double checked(double x, double y, double result)
{
    if (result != result) {
        if (x == x && y == y)
            errno = EDOM;
    } else if (!is_finite(result) && is_finite(x) && is_finite(y)) {
        errno = ERANGE;
    }
    return result;
}

// Functions whose true result is never 0 but for these arguments: a 0 is one too small for the type.
static double checked_power(double x, double y, double result)
{
    if (result == 0 && x != 0 && is_finite(x) && is_finite(y))
        errno = ERANGE;
    return checked(x, y, result);
}

static double checked_exponential(double x, double result)
{
    if (result == 0 && is_finite(x))
        errno = ERANGE;
    return checked(x, 0, result);
}

#define FLOAT_1(name)                                                                                        \
    float name##f(float x)                                                                                   \
    {                                                                                                        \
        float result = (float)name((double)x);                                                               \
        return (float)checked((double)x, 0, (double)result);                                                 \
    }
#define FLOAT_2(name)                                                                                        \
    float name##f(float x, float y)                                                                          \
    {                                                                                                        \
        float result = (float)name((double)x, (double)y);                                                    \
        return (float)checked((double)x, (double)y, (double)result);                                         \
    }

static bool is_exponential(enum function function)
{
    return function == HOST_exp || function == HOST_exp2 || function == HOST_exp10;
}

#define MATH_1(name)                                                                                         \
    double name(double x)                                                                                    \
    {                                                                                                        \
        double result = __heddle_math(HOST_##name, x, 0);                                                    \
        return is_exponential(HOST_##name) ? checked_exponential(x, result) : checked(x, 0, result);         \
    }                                                                                                        \
    FLOAT_1(name)
#define MATH_2(name)                                                                                         \
    double name(double x, double y)                                                                          \
    {                                                                                                        \
        double result = __heddle_math(HOST_##name, x, y);                                                    \
        return HOST_##name == HOST_pow ? checked_power(x, y, result) : checked(x, y, result);                \
    }                                                                                                        \
    FLOAT_2(name)
#define MATH(name, arity) MATH_##arity(name)
#include "program/math.def"

#define SINCOS(name, type, sine, cosine)                                                                     \
    void name(type x, type *s, type *c)                                                                      \
    {                                                                                                        \
        *s = sine(x);                                                                                        \
        *c = cosine(x);                                                                                      \
    }
SINCOS(sincos, double, sin, cos)
SINCOS(sincosf, float, sinf, cosf)

// The sign of the gamma function: negative between every other pair of negative whole numbers.
static int gamma_sign(double x)
{
    bool is_negative = x < 0 ? floor(x) != x && fmod(floor(x), 2) != 0 : x == 0 && __builtin_signbit(x);
    return is_negative ? -1 : 1;
}

double lgamma_r(double x, int *sign)
{
    *sign = gamma_sign(x);
    return lgamma(x);
}

float lgammaf_r(float x, int *sign)
{
    *sign = gamma_sign((double)x);
    return lgammaf(x);
}

double pow10(double x)
{
    return exp10(x);
}
