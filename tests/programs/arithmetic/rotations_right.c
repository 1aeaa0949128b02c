// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint() & 31;
    assert(__builtin_rotateright32(__builtin_rotateleft32(x, n), n) == x);
    assert(__builtin_rotateleft32(0x80000001u, 4) == 0x18u);
    assert(__builtin_bitreverse32(0x80000000u) == 1 && __builtin_bitreverse8(1) == 128);
    return 0;
}
