// heddle: --property=leak,memory
// expect: safe
// Every path frees what it allocated.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int result = 1;
    char *a = malloc(4);
    if (__VERIFIER_nondet_int() == 1)
        goto free_a;
    char *b = malloc(4);
    if (__VERIFIER_nondet_int() == 2)
        goto free_b;
    a[0] = b[0] = 1;
    result = 0;
free_b:
    free(b);
free_a:
    free(a);
    return result;
}
