// expect: safe
#include <assert.h>
#include <stdint.h>

typedef unsigned __int128 wide;

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t m)
{
    return (uint64_t)((wide)a * b % m);
}

int main(void)
{
    uint64_t m = 0xffffffffffffffc5u; // the largest prime below 2^64
    assert(multiply_modulo(m - 1, m - 1, m) == 1);
    wide x = (wide)1 << 100;
    assert((uint64_t)(x >> 90) == 1024);
    assert(x > (wide)UINT64_MAX && x - 1 < x);
    __int128 negative = -(__int128)x;
    assert(negative < 0 && (uint64_t)(negative >> 100) == UINT64_MAX);
    assert((x + 5) / 3 * 3 + (x + 5) % 3 == x + 5);
    wide both = (wide)0x0123456789abcdefu << 64 | 0xfedcba9876543210u;
    assert((uint64_t)both == 0xfedcba9876543210u && (uint64_t)(both >> 64) == 0x0123456789abcdefu);
    assert((~both & both) == 0 && (both ^ both) == 0);
    return 0;
}
