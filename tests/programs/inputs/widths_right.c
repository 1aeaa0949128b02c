// expect: safe
// Sign extension, zero extension and truncation of symbolic values.
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    uint64_t x = __VERIFIER_nondet_ulong();
    uint8_t low = (uint8_t)x;
    int8_t signed_low = (int8_t)x;
    assert(low == (x & 255));
    assert((uint8_t)signed_low == low);
    assert((signed_low < 0) == (low >= 128));
    int64_t wide = signed_low;
    assert(wide >= -128 && wide <= 127);
    uint64_t parts = (uint64_t)(uint32_t)(x >> 32) << 32 | (uint32_t)x;
    assert(parts == x);
    return 0;
}
