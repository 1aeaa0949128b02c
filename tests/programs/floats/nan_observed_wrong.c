// expect: violation
// kinds: assertion
// case: OBSERVER=1 optimal default
// case: OBSERVER=2 optimal default
// case: OBSERVER=3 optimal default
// case: OBSERVER=4 optimal default
// case: OBSERVER=5 optimal default
// The ways to look at the bits.
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

static int negative(double result)
{
    union {
        double number;
        long bits;
    } both = {result};
    switch (OBSERVER) {
    case 1: return signbit(result) != 0;
    case 2: return copysign(1.0, result) < 0;
    case 3: return both.bits < 0;
    case 4: return ((unsigned char *)&result)[7] >> 7;
    default: return signbit((float)result) != 0;
    }
}

int main(void)
{
    double x = __VERIFIER_nondet_double(), y = x * 0.0;
    if (x == x && y != y)
        assert(!negative(y)); // <- violation
    return 0;
}
