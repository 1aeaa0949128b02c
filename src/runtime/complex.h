// What products and quotients of complex numbers ask of their parts; the compiler's builtins are calls for
// long double.
#ifndef HEDDLE_RUNTIME_COMPLEX_H
#define HEDDLE_RUNTIME_COMPLEX_H

#include "runtime/runtime.h"

#define IS_NAN(x) ((x) != (x))
#define IS_FINITE(x) ((x) - (x) == 0)
#define IS_INFINITE(x) (__builtin_elementwise_abs(x) == (__typeof__(x))__builtin_inf())

// Functions of a product or quotient: `one` with the sign of another number, and 1 for an infinite part, 0
// for a finite one, with its sign.
#define SIGNS(NAME, NUMBER)                                                                                  \
    static NUMBER NAME##_sign(NUMBER one, NUMBER of)                                                         \
    {                                                                                                        \
        return __builtin_elementwise_copysign(one, of);                                                      \
    }                                                                                                        \
    static NUMBER NAME##_unit(NUMBER x)                                                                      \
    {                                                                                                        \
        return NAME##_sign(IS_INFINITE(x) ? 1 : 0, x);                                                       \
    }

#endif
