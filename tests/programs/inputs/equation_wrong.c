// expect: violation
// kinds: assertion
// Only x = 31 fails.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    assert(3 * x + 7 != 100); // <- violation
    return 0;
}
