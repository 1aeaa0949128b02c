// heddle: --all
// expect: violation
// kinds: memory
// violations: 3
// message: write of 9 bytes
// message: read of 17 bytes
// timeout: 10
// A length that is an input: that it can be too large is found before the legal ones are tried, 0 to 8.
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

static char from[16], to[8], large[32];

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (__VERIFIER_nondet_ulong() & 1) {
        memcpy(large, from, n); // <- violation
        return 0;
    }
    memcpy(to, from, n); // <- violation
    return 0;
}
