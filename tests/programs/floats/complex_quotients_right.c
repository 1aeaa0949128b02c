// expect: safe
// Quotients of complex numbers, as GCC's library has them.
#include <assert.h>
#include <complex.h>
#include <float.h>
#include <math.h>

int main(void)
{
    volatile double complex z = 1 + 2 * I, w = 3 + 4 * I, zero = 0;
    assert(creal(z / w) == 0.44 && cimag(z / w) == 0.08);
    assert(z / 2.0 == 0.5 + 1.0 * I);
    volatile float complex f = 5.0f + 10.0f * I, g = 1.0f - 2.0f * I;
    assert(f / g == -3.0f + 4.0f * I);
    volatile long double complex l = 1.0L + 1.0L * I;
    assert(l / l == 1);
    double complex infinite = z / zero;
    assert(isinf(creal(infinite)) && isinf(cimag(infinite)));
    volatile double complex large = DBL_MAX + DBL_MAX * I; // no partial result is infinite
    assert(large / large == 1);
    return 0;
}
