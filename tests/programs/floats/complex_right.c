// expect: safe
// Products of complex numbers, also of infinite ones (annex G of the C standard).
#include <assert.h>
#include <complex.h>
#include <math.h>

static double complex times(double complex a, double complex b)
{
    return a * b;
}

int main(void)
{
    double complex product = times(1 + 2 * I, 3 - I);
    assert(creal(product) == 5 && cimag(product) == 5);
    product = times(__builtin_complex((double)INFINITY, (double)NAN), __builtin_complex((double)2, 3.0));
    assert(isinf(creal(product)) || isinf(cimag(product)));
    product = times(__builtin_complex((double)NAN, 1.0), __builtin_complex((double)2, 3.0));
    assert(isnan(creal(product)) && isnan(cimag(product)));
    float complex f = __builtin_complex(0.5f, 1.0f);
    f *= f;
    assert(crealf(f) == -0.75f && cimagf(f) == 1);
    double complex sum = (product = 2 * I) + 1;
    assert(creal(sum) == 1 && cimag(conj(sum)) == -2);
    return 0;
}
