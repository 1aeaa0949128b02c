// expect: safe
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    uint32_t lowest = x & -x;
    assert((lowest & (lowest - 1)) == 0);    // at most one bit
    assert((x ^ y ^ x) == y);                // exclusive or undoes itself
    assert((x & y) + (x | y) == x + y);      // every bit counted once or twice
    assert(((x << 8) >> 24) == ((x >> 16) & 255));
    uint32_t rotated = (x << 5) | (x >> 27);
    assert(((rotated >> 5) | (rotated << 27)) == x);
    return 0;
}
