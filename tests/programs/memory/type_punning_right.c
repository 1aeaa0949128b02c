// expect: safe
// All accesses see the same bytes, whatever their width; x86 is little-endian.
#include <assert.h>
#include <stdint.h>
#include <string.h>

int main(void)
{
    uint32_t word = 0x11223344;
    unsigned char *bytes = (unsigned char *)&word;
    assert(bytes[0] == 0x44 && bytes[3] == 0x11);
    bytes[1] = 0xff;
    assert(word == 0x1122ff44);
    uint16_t half;
    memcpy(&half, bytes + 1, 2); // across the middle
    assert(half == 0x22ff);
    union {
        float f;
        uint32_t u;
    } pun = {.f = 1.0f};
    assert(pun.u == 0x3f800000);
    uint64_t pair[2] = {0x0102030405060708, 0x1112131415161718};
    uint64_t unaligned;
    memcpy(&unaligned, (char *)pair + 4, 8);
    assert(unaligned == 0x1516171801020304);
    uint64_t direct = *(uint64_t *)(void *)((char *)pair + 1);
    assert(direct == 0x1801020304050607);
    return 0;
}
