// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int a = 1, b = 2;

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int *p = x > 0 ? &a : &b;
    *p += 10;
    assert(x > 0 ? a == 11 && b == 2 : a == 1 && b == 12);
    assert(*p > 10);
    return 0;
}
