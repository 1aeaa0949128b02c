// expect: safe
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = 2.5, y = -2.5;
    assert(fabs(y) == 2.5 && fabsf(-1.0f) == 1.0f);
    assert(floor(y) == -3 && ceil(y) == -2 && trunc(y) == -2 && round(x) == 3 && rint(x) == 2);
    assert(copysign(x, y) == y && fmin(x, y) == y && fmax(x, y) == x);
    assert(__builtin_fma(x, 2.0, 1.0) == 6.0);
    return 0;
}
