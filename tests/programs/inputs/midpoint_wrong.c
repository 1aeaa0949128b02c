// expect: violation
// kinds: assertion
// The sum of the two ends wraps around.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    unsigned low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= high);
    unsigned middle = (low + high) / 2;
    assert(low <= middle && middle <= high); // <- violation
    return 0;
}
