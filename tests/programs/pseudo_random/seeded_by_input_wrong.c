// A seed that is an input: no equations over the generator's steps are solved.
// expect: violation
// kinds: assertion
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    srand((unsigned)__VERIFIER_nondet_int());
    assert(rand() != 12345); // <- violation
    return 0;
}
