// heddle: --property=overflow,assertion
// expect: safe
// Unsigned numbers wrap around, by definition; so does what is smaller than an int, when it is stored.
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(x + 1 > x || x == UINT32_MAX);
    uint8_t small = 255;
    small++;
    assert(small == 0);
    uint16_t medium = 0;
    medium--;
    assert(medium == 65535);
    return 0;
}
