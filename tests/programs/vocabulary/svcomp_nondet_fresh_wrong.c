// expect: violation
// kinds: assertion
// Two calls are two inputs.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    assert(x == y); // <- violation
    return 0;
}
