// expect: safe
// Operations on plain numbers give what the processor gives.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int main(void)
{
    volatile double zero = 0, infinite = 1 / zero, boxed;
    uint64_t box = 0x7ff8000000001234;
    memcpy((void *)&boxed, &box, sizeof boxed);
    assert(bits_of(boxed + 1) == box && bits_of(1 - boxed) == box && bits_of(-boxed) == (box | 1ull << 63));
    assert(bits_of(infinite - infinite) == 0xfff8000000000000);
    assert(bits_of((float)boxed) == 0x7ff8000000000000);
    return 0;
}
