// heddle: --property=leak,memory
// expect: safe
// A block that an input chooses is released through the pointer that was stored.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    static void *slot[3];
    unsigned j = (unsigned)__VERIFIER_nondet_int() % 3;
    slot[j] = malloc(4);
    free(slot[j]);
    return 0;
}
