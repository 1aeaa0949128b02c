// expect: violation
// kinds: memory
// message: null pointer
// timeout: 10
// No allocator gives more than half of the address space: a negative size gives a null pointer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 4)
        return 0;
    char *p = malloc((size_t)n);
    if (n == 0)
        return 0;
    *p = 1; // <- violation
    free(p);
    return 0;
}
