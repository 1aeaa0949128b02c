// expect: violation
// kinds: assertion
// The two indices may be equal; then the second write covers the first.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a[5] = {0};
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 5 || j >= 5)
        return 0;
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1); // <- violation
    return 0;
}
