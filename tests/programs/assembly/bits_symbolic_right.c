// expect: safe
// What instructions compute of inputs are terms: for every value the highest bit is the highest.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), highest, lowest, swapped, carry;
    if (x == 0)
        return 0;
    __asm__("bsrl %1, %0" : "=r"(highest) : "rm"(x));
    __asm__("bsf %1, %0" : "=r"(lowest) : "r"(x));
    assert(x >> highest == 1);
    assert((x & -x) == 1u << lowest);
    __asm__("bswap %0" : "=r"(swapped) : "0"(x));
    assert((swapped & 255) == x >> 24);
    unsigned sum = x;
    __asm__("addl %2, %0" : "+r"(sum), "=@ccc"(carry) : "r"(x));
    assert(carry == x >> 31);
    return 0;
}
