// expect: violation
// kinds: memory
// timeout: 10
// Small sizes are tried first.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    char *p = malloc(n);
    p[n] = 1; // <- violation
    free(p);
    return 0;
}
