// expect: violation
// kinds: memory
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 4)
        return 0;
    char *p = malloc(n);
    p[3] = 1; // <- violation
    free(p);
    return 0;
}
