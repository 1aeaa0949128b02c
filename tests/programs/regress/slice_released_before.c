// expect: violation
// kinds: assertion
// case: USE=free(p) --property=assertion none optimal default
// case: USE=*p=2 --property=assertion none optimal default
// case: USE=assert(*p==1) --property=assertion none optimal default
// Where an input has the memory released, its next use fails, and nothing comes after it. What decides that matters to the
// assertion, although the assertion has nothing to do with the memory.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int() <= 3)
        free(p);
    USE;
    assert(0);
    return 0;
}
