// heddle: --unwind=8
// expect: inconclusive
// The number of rounds is an input without a bound.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i;
    for (i = 0; i < n; i++)
        ;
    assert(i == n);
    return 0;
}
