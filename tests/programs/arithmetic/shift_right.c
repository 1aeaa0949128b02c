// heddle: --property=overflow,assertion
// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit > 31)
        return 0;
    unsigned mask = 1u << bit;
    assert(mask != 0 && (mask & (mask - 1)) == 0);
    assert(mask >> bit == 1);
    assert(-16 >> 2 == -4); // clang shifts signed numbers arithmetically
    return 0;
}
