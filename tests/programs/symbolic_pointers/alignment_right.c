// expect: safe
// timeout: 20
// Alignments that are no power of two are one case.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    void *p = NULL;
    unsigned alignment = __VERIFIER_nondet_uint();
    if (alignment > 4096)
        return 0;
    int error = posix_memalign(&p, alignment, 8);
    assert(error == 0 || error == EINVAL);
    assert(error || (uintptr_t)p % alignment == 0);
    free(p);
    return 0;
}
