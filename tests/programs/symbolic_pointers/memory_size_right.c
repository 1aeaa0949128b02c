// expect: safe
// A block whose size is an input, below a bound.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 4)
        return 0;
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++)
        p[i] = (char)i;
    assert(p[n - 1] == (char)(n - 1));
    free(p);
    return 0;
}
