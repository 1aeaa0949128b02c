// expect: safe
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int main(void)
{
    assert(__builtin_popcount(0xf0f0u) == 8);
    assert(__builtin_popcountll(~0ull) == 64);
    assert(__builtin_clz(1u) == 31 && __builtin_clzll(1ull << 40) == 23);
    assert(__builtin_ctz(8u) == 3 && __builtin_ctzll(1ull << 50) == 50);
    assert(__builtin_ffs(0) == 0 && __builtin_ffs(16) == 5);
    assert(__builtin_parity(7u) == 1 && __builtin_parity(5u) == 0);
    assert(__builtin_bswap16(0x1234) == 0x3412);
    assert(__builtin_bswap32(0x12345678u) == 0x78563412u);
    assert(__builtin_bswap64(1) == 1ull << 56);
    int r;
    unsigned u;
    long l;
    assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN);
    assert(!__builtin_add_overflow(20, 22, &r) && r == 42);
    assert(__builtin_sub_overflow(0u, 1u, &u) && u == UINT_MAX);
    assert(__builtin_mul_overflow(LONG_MAX, 2L, &l));
    assert(!__builtin_mul_overflow(1L << 31, 1L << 31, &l) && l == 1L << 62);
    assert(__builtin_expect(r == 42, 1));
    assert(__builtin_constant_p(3));
    return 0;
}
