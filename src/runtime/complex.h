// What products and quotients of complex numbers ask of their parts; the compiler's builtins are calls for
// long double.
#ifndef HEDDLE_RUNTIME_COMPLEX_H
#define HEDDLE_RUNTIME_COMPLEX_H

#include "runtime/runtime.h"

#define IS_NAN(x) ((x) != (x))
#define IS_FINITE(x) ((x) - (x) == 0)
#define IS_INFINITE(x) (__builtin_elementwise_abs(x) == (__typeof__(x))__builtin_inf())

#endif
