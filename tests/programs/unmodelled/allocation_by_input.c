// An allocation of a size that inputs decide: small ones come first, very large ones are not modelled.
// heddle: --property=assertion --max-seconds=60
// expect: violation
// kinds: assertion
// text: size that depends on inputs: more than 67108864 bytes
// por: default
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned char *flags;

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    char *names = malloc(count * 4 + 1); // wraps around: of one size are several counts
    if (!names)
        return 0;
    flags = calloc(count + 1, 1);
    if (!flags)
        return 0;
    assert(flags[0] == 0 && count != 3);
    free(flags);
    free(names);
    return 0;
}
