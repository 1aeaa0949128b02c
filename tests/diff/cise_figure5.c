// CISE figure 5. The paper counts `y > 0` among what is affected; it does not depend on x.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), a, b;
    if (x > 0)
        a = x + 2;
    else
        a = x - 2;
    if (y > 0)
        b = a + 1;
    else
        b = a - 1;
    assert(b != 0);
    return 0;
}
