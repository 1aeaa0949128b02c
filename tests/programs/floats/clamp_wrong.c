// expect: violation
// kinds: assertion
// por: none default
// A clamp at zero may leave a negative zero.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1 && x <= 1))
        return 0;
    float g = fmaxf(x, 0.0f);
    assert(1 / g > 0); // <- violation
}
