// clang: -std=c23
// expect: safe
#include <assert.h>

int main(void)
{
    unsigned _BitInt(200) x = 1;
    x <<= 150;
    x += 5;
    assert((unsigned long)(x >> 149) == 2 && (int)x == 5);
    _BitInt(65) y = -3;
    assert(y / 2 == -1 && y % 2 == -1 && y < 0);
    unsigned _BitInt(7) z = 127;
    z++;
    assert(z == 0);
    return 0;
}
