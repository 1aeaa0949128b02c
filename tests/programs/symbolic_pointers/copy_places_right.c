// expect: safe
// timeout: 30
// Lengths and places are inputs; all of it is in range.
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
    unsigned at = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (at > 5 || n > 6 - at)
        return 0;
    memcpy(to + at, from + at, n);
    for (unsigned i = 0; i < 6; i++)
        assert(to[i] == (i >= at && i < at + n ? from[i] : 0));
    return 0;
}
