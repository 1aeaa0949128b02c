// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 100 || x < 1)
        return 0;
    assert(100 / x >= 1);
    assert(100 % x < x);
    return 0;
}
