// expect: violation
// kinds: assertion
// heddle: --property=assertion
// Whether the block is released depends on an input that matters to nothing else that is asked for.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    void *old = malloc(8);
    if (__VERIFIER_nondet_int() == 7)
        free(old);
    void *new = malloc(8);
    assert(new != old); // <- violation
}
