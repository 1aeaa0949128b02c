// expect: safe
// After writing at an unknown place exactly that place has changed.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a[5] = {0};
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 5 || j >= 5)
        return 0;
    a[i] = 7;
    assert(a[i] == 7);
    assert(i == j ? a[j] == 7 : a[j] == 0);
    int sum = 0;
    for (int k = 0; k < 5; k++)
        sum += a[k];
    assert(sum == 7);
    return 0;
}
