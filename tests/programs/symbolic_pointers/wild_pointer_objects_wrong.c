// heddle: --property=assertion
// expect: violation
// kinds: assertion
// timeout: 20
// A pointer made of an input may point to each of many objects: the one that matters is found.
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

static int a[4], b[4], c[4], d[4];

int main(void)
{
    int *p = (int *)(uintptr_t)__VERIFIER_nondet_ulong();
    *p = 1;
    assert(c[2] == 0); // <- violation
    return a[0] + b[0] + d[0];
}
