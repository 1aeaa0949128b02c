// expect: violation
// kinds: memory
// timeout: 10
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

static char block[1 << 20];

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    memset(block, 1, n); // <- violation
    return block[0];
}
