// heddle: --property=overflow,assertion
// expect: safe
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y > 0 && x > INT_MAX - y)
        return 0;
    if (y < 0 && x < INT_MIN - y)
        return 0;
    int sum = x + y;
    assert((y < 0) == (sum < x));
    return 0;
}
