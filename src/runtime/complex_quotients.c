// What the compiler calls for quotients of complex numbers, as GCC's library has it since GCC 12: Smith's
// method with Baudin and Smith's improvements ("A Robust Complex Division in Scilab", 2012), floats by
// doubles. Infinite operands are those of annex G of the C standard (G.5.1). Other libraries may round
// differently.
#include "runtime/complex.h"

#include <float.h>

// (a + ib) / (c + id), for which `x` and `y` were found: where both are no numbers but the quotient is
// infinite, or zero, that is the result. Infinite parts count as 1 then, finite ones as 0.
#define RECOVER(NAME, NUMBER)                                                                                \
    SIGNS(NAME, NUMBER)                                                                                      \
    static bool NAME##_finite(NUMBER x, NUMBER y)                                                            \
    {                                                                                                        \
        return IS_FINITE(x) && IS_FINITE(y);                                                                 \
    }                                                                                                        \
    static NUMBER _Complex NAME##_recover(NUMBER a, NUMBER b, NUMBER c, NUMBER d, NUMBER x, NUMBER y)        \
    {                                                                                                        \
        const NUMBER infinite = (NUMBER)__builtin_inf();                                                     \
        bool number = !IS_NAN(x) || !IS_NAN(y);                                                              \
        if (!number && c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b)))                                       \
            return __builtin_complex(NAME##_sign(infinite, c) * a, NAME##_sign(infinite, c) * b);            \
        if (!number && (IS_INFINITE(a) || IS_INFINITE(b)) && NAME##_finite(c, d)) {                          \
            a = NAME##_unit(a), b = NAME##_unit(b);                                                          \
            return __builtin_complex(infinite * (a * c + b * d), infinite * (b * c - a * d));                \
        }                                                                                                    \
        if (!number && (IS_INFINITE(c) || IS_INFINITE(d)) && NAME##_finite(a, b)) {                          \
            c = NAME##_unit(c), d = NAME##_unit(d);                                                          \
            return __builtin_complex(0 * (a * c + b * d), 0 * (b * c - a * d));                              \
        }                                                                                                    \
        return __builtin_complex(x, y);                                                                      \
    }
RECOVER(__divsc3, float)
RECOVER(__divdc3, double)
RECOVER(__divxc3, long double)

float _Complex __divsc3(float a, float b, float c, float d)
{
    double length = (double)c * (double)c + (double)d * (double)d;
    double real = (double)a * (double)c + (double)b * (double)d;
    double imaginary = (double)b * (double)c - (double)a * (double)d;
    return __divsc3_recover(a, b, c, d, (float)(real / length), (float)(imaginary / length));
}

#define ABSOLUTE(x) __builtin_elementwise_abs(x)

// Operands that are very large or small are scaled, so that no partial result is lost. PREFIX: of <float.h>.
#define DIVIDE(NAME, NUMBER, PREFIX)                                                                         \
    static NUMBER NAME##_scale(NUMBER a, NUMBER b, NUMBER divisor)                                           \
    {                                                                                                        \
        const NUMBER most = PREFIX##_MAX / 2 * PREFIX##_EPSILON;                                             \
        a = ABSOLUTE(a), b = ABSOLUTE(b), divisor = ABSOLUTE(divisor);                                       \
        bool small = (a < PREFIX##_MIN && b < most) || (b < PREFIX##_MIN && a < most);                       \
        return divisor < PREFIX##_EPSILON || (small && divisor < most) ? 1 / PREFIX##_EPSILON : 1;           \
    }                                                                                                        \
    NUMBER _Complex NAME(NUMBER a, NUMBER b, NUMBER c, NUMBER d)                                             \
    {                                                                                                        \
        bool swapped = ABSOLUTE(c) < ABSOLUTE(d);                                                            \
        NUMBER half = ABSOLUTE(swapped ? d : c) >= PREFIX##_MAX / 2 ? (NUMBER)0.5 : 1;                       \
        a *= half, b *= half, c *= half, d *= half;                                                          \
        NUMBER scale = NAME##_scale(a, b, swapped ? d : c);                                                  \
        a *= scale, b *= scale, c *= scale, d *= scale;                                                      \
        NUMBER ratio = swapped ? c / d : d / c, length = swapped ? c * ratio + d : d * ratio + c, x, y;      \
        bool normal = ABSOLUTE(ratio) > PREFIX##_MIN;                                                        \
        if (swapped) {                                                                                       \
            x = (normal ? a * ratio : c * (a / d)) + b;                                                      \
            y = (normal ? b * ratio : c * (b / d)) - a;                                                      \
        } else {                                                                                             \
            x = a + (normal ? b * ratio : d * (b / c));                                                      \
            y = b - (normal ? a * ratio : d * (a / c));                                                      \
        }                                                                                                    \
        return NAME##_recover(a, b, c, d, x / length, y / length);                                           \
    }
DIVIDE(__divdc3, double, DBL)
DIVIDE(__divxc3, long double, LDBL)
