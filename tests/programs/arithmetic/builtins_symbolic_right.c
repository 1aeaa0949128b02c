// expect: safe
// The checked addition tells overflow exactly, for every pair.
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), sum;
    int overflow = __builtin_add_overflow(x, y, &sum);
    long long exact = (long long)x + y;
    assert(overflow == (exact > INT_MAX || exact < INT_MIN));
    assert(overflow || sum == exact);
    return 0;
}
