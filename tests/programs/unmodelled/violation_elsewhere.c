// expect: violation
// kinds: assertion
// One path ends in the unknown, another in a failure: the failure counts.
#include <assert.h>
extern int mystery(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        return mystery(x);
    assert(x != -5); // <- violation
    return 0;
}
