// expect: safe
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uint8_t a = 200, b = 100;
    assert(a + b == 300); // promoted to int
    assert((uint8_t)(a + b) == 44);
    int8_t c = (int8_t)200;
    assert(c == -56 && (unsigned)c == 4294967240u);
    assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
    assert(~a == -201);
    assert(sizeof(a + b) == sizeof(int));
    long long wide = 1LL << 40;
    assert((int)wide == 0 && (int)(wide >> 20) == 1 << 20);
    assert((_Bool)256 == 1);
    assert(('a' < 'b') + (2 > 3) == 1);
    return 0;
}
