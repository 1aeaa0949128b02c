// expect: violation
// kinds: assertion
// The most negative number has no positive counterpart. (Conversions, not signed overflow: nothing undefined.)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int magnitude = x < 0 ? (int)(0u - (unsigned)x) : x;
    assert(magnitude >= 0); // <- violation
    return 0;
}
