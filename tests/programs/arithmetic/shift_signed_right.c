// heddle: --property=overflow,assertion
// expect: safe
// case: optimal default
// case: --property=assertion optimal default
// Unsigned shifts lose bits, by definition; signed ones that fit are right.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
struct fields {
    signed low : 7;
    unsigned high : 9;
};

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x >= 1 << 20)
        return 0;
    assert(x << 11 == x * 2048 && 0 << 31 == 0 && 1 << 30 == 1073741824);
    uint32_t all = UINT32_MAX;
    assert(all << 31 == UINT32_C(1) << 31 && ((unsigned)x << 31) % 2 == 0);
    uint8_t small = 255;
    small <<= 7;
    assert(small == 128);
    struct fields f = {3, 511};
    f.low <<= 4;
    f.high <<= 8;
    assert(f.low == 48 && f.high == 256);
    return 0;
}
