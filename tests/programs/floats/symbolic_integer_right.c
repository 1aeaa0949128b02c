// expect: safe
// The branch is on an integer input; the floating-point numbers themselves stay concrete.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    double factor = 1.0;
    if (__VERIFIER_nondet_int() > 0)
        factor = 2.5;
    double area = factor * factor;
    assert(area == 1.0 || area == 6.25);
    return 0;
}
