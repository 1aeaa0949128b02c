// expect: safe
#include <assert.h>
#include <stdint.h>

int main(void)
{
    assert((int)3.99 == 3 && (int)-3.99 == -3);
    assert((double)(1ll << 53) + 1 == (double)(1ll << 53));
    assert((float)16777217 == 16777216.0f);
    assert((uint64_t)1.8e19 == 18000000000000000000u);
    assert((double)UINT64_MAX == 18446744073709551616.0);
    assert((unsigned char)200.7 == 200 && (short)-5.5f == -5);
    assert((_Bool)0.1 == 1 && (_Bool)0.0 == 0);
    assert((float)0.1 != 0.1 && (double)(float)0.5 == 0.5);
    double x = 7;
    x += 1.5f;
    int i = 2;
    i *= 2.6; // computed as a double, then truncated
    assert(x == 8.5 && i == 5);
    return 0;
}
