// Complex numbers. Products: what the compiler calls for `*` where a part of the plain product is no number,
// as annex G of the C standard has them (G.5.1). Functions that glibc does not put together from one of
// <math.h> have no model; quotients are in complex_quotients.c.
#include "runtime/complex.h"

// Multiplies (a + ib)(c + id). Where both parts of the product are no numbers but an operand is infinite, or
// a partial product, the result is infinite: infinite parts count as 1, finite ones as 0, and what is no
// number as 0.
#define MULTIPLY(NAME, NUMBER)                                                                               \
    SIGNS(NAME, NUMBER)                                                                                      \
    static NUMBER NAME##_zero(NUMBER x)                                                                      \
    {                                                                                                        \
        return IS_NAN(x) ? NAME##_sign(0, x) : x;                                                            \
    }                                                                                                        \
    NUMBER _Complex NAME(NUMBER a, NUMBER b, NUMBER c, NUMBER d)                                             \
    {                                                                                                        \
        NUMBER ac = a * c, bd = b * d, ad = a * d, bc = b * c, real = ac - bd, imaginary = ad + bc;          \
        bool left = IS_INFINITE(a) || IS_INFINITE(b);                                                        \
        bool right = IS_INFINITE(c) || IS_INFINITE(d);                                                       \
        bool part = IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc);                \
        if (!IS_NAN(real) || !IS_NAN(imaginary) || !(left || right || part))                                 \
            return __builtin_complex(real, imaginary);                                                       \
        if (left) {                                                                                          \
            a = NAME##_unit(a), b = NAME##_unit(b);                                                          \
            c = NAME##_zero(c), d = NAME##_zero(d);                                                          \
        }                                                                                                    \
        if (right) {                                                                                         \
            c = NAME##_unit(c), d = NAME##_unit(d);                                                          \
            a = NAME##_zero(a), b = NAME##_zero(b);                                                          \
        }                                                                                                    \
        if (!left && !right) {                                                                               \
            a = NAME##_zero(a), b = NAME##_zero(b);                                                          \
            c = NAME##_zero(c), d = NAME##_zero(d);                                                          \
        }                                                                                                    \
        NUMBER infinite = (NUMBER)__builtin_inf();                                                           \
        return __builtin_complex(infinite * (a * c - b * d), infinite * (a * d + b * c));                    \
    }
MULTIPLY(__mulsc3, float)
MULTIPLY(__muldc3, double)
MULTIPLY(__mulxc3, long double)

// <complex.h>: parts, and what <math.h> computes of them.
#define PARTS(SUFFIX, NUMBER)                                                                                \
    NUMBER creal##SUFFIX(NUMBER _Complex z)                                                                  \
    {                                                                                                        \
        return __real__ z;                                                                                   \
    }                                                                                                        \
    NUMBER cimag##SUFFIX(NUMBER _Complex z)                                                                  \
    {                                                                                                        \
        return __imag__ z;                                                                                   \
    }                                                                                                        \
    NUMBER _Complex conj##SUFFIX(NUMBER _Complex z)                                                          \
    {                                                                                                        \
        return __builtin_complex(__real__ z, -__imag__ z);                                                   \
    }                                                                                                        \
    NUMBER _Complex cproj##SUFFIX(NUMBER _Complex z)                                                         \
    {                                                                                                        \
        NUMBER zero = __builtin_elementwise_copysign((NUMBER)0, __imag__ z);                                 \
        bool infinite = IS_INFINITE(__real__ z) || IS_INFINITE(__imag__ z);                                  \
        return infinite ? __builtin_complex((NUMBER)__builtin_inf(), zero) : z;                              \
    }
PARTS(, double)
PARTS(f, float)
PARTS(l, long double)

double hypot(double x, double y);
float hypotf(float x, float y);
double atan2(double y, double x);
float atan2f(float y, float x);

#define POLAR(SUFFIX, NUMBER)                                                                                \
    NUMBER cabs##SUFFIX(NUMBER _Complex z)                                                                   \
    {                                                                                                        \
        return hypot##SUFFIX(__real__ z, __imag__ z);                                                        \
    }                                                                                                        \
    NUMBER carg##SUFFIX(NUMBER _Complex z)                                                                   \
    {                                                                                                        \
        return atan2##SUFFIX(__imag__ z, __real__ z);                                                        \
    }
POLAR(, double)
POLAR(f, float)
