// expect: safe
#include <assert.h>
#include <complex.h>

int main(void)
{
    double _Complex z = 1 + 2 * I;
    z += 1;
    double _Complex square = z * z;
    assert(creal(z) == 2 && cimag(z) == 2 && creal(square) == 0 && cimag(square) == 8);
    return 0;
}
