// expect: safe
// executions: none=7 classic=7
// The loop runs 0 to 5 times depending on the input: one execution for each number of rounds, and one for larger inputs.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 5)
        return 0;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    assert(2 * sum == n * (n - 1) || n == 0);
    return 0;
}
