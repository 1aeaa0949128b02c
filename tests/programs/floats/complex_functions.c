// expect: safe
// What <complex.h> puts together from <math.h>, called and through pointers.
#include <assert.h>
#include <complex.h>
#include <math.h>

static double (*volatile part)(double complex) = cimag;
static double complex (*volatile conjugate)(double complex) = conj;

int main(void)
{
    double complex z = 3 - 4 * I;
    assert(cabs(z) == 5 && cabsf(3.0f + 4.0f * I) == 5.0f);
    assert(carg(z) == atan2(-4, 3) && cargf(-1.0f) == (float)M_PI);
    assert(part(z) == -4 && part(conjugate(z)) == 4);
    assert(cproj(z) == z);
    z = cproj(__builtin_complex(1.0, -(double)INFINITY));
    assert(isinf(creal(z)) && creal(z) > 0 && cimag(z) == 0 && signbit(cimag(z)));
    assert(isinf(cabs(__builtin_complex((double)NAN, (double)INFINITY))));
    return 0;
}
