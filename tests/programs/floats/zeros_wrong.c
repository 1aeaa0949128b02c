// expect: violation
// kinds: assertion
// case: G=fmax(x,0.0) SIGN=0 default
// case: G=fmax(0.0,x) SIGN=0 default
// case: G=fmin(x,0.0) SIGN=0 default
// case: G=fmax(x,-0.0) SIGN=1 default
// case: G=fmin(-0.0,x) SIGN=1 default
// case: G=fmaxf((float)x,0.0f) SIGN=0 default
// case: G=fminf((float)x,-0.0f) SIGN=1 default
// C leaves open which zero is the larger one, or the smaller: the C library gives the second, code of compilers the first.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x == 0) {
        double g = G;
        assert(g == 0 && !signbit(g) == !SIGN); // <- violation
    }
}
