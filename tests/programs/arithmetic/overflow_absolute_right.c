// heddle: --property=overflow,assertion
// expect: safe
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == INT_MIN)
        return 0;
    assert(abs(x) >= 0 && (abs)(x) == labs(x) && llabs(x) >= x);
    return 0;
}
