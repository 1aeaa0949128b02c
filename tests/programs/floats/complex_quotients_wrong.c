// expect: violation
// kinds: assertion
// An input decides whether the divisor is zero.
#include <assert.h>
#include <complex.h>
#include <heddle.h>
#include <math.h>

int main(void)
{
    int n;
    heddle_symbolic(&n, sizeof n, "n");
    double complex divisor = 2;
    if (n == 3)
        divisor = 0;
    double complex z = 1 / divisor;
    assert(!isinf(creal(z))); // <- violation
    return 0;
}
