// expect: safe
// Integers of 128 bits from and to floating point: rounded to the nearest, a tie to the even one.
#include <assert.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

double __VERIFIER_nondet_double(void);

int main(void)
{
    volatile wide one = 1;
    assert((double)(one << 100) == 0x1p100 && (double)-(one << 100) == -0x1p100);
    assert((double)((one << 100) + (one << 47)) == 0x1p100);                   // a tie
    assert((double)((one << 100) + (one << 47) + 1) == 0x1.0000000000001p100); // above it
    assert((double)((one << 100) + 3 * (one << 47)) == 0x1.0000000000002p100);
    assert((float)(uwide)-one == (float)0x1p128 && (long double)(uwide)-one == 0x1p128L);
    assert((long double)((one << 126) + (one << 63) + 1) == 0x1p126L + 0x1p63L);
    volatile double large = -0x1.8p126, small = -0.75, lowest = -0x1p127, plain = 12345678901234567890.0;
    assert((wide)large == -3 * (one << 125) && (wide)small == 0 && (uwide)small == 0);
    assert((uwide)(wide)lowest == (uwide)one << 127 && (wide)plain == 12345678901234567168u);
    volatile long double exact = 0x1.fffffffffffffffep126L;
    assert((wide)exact == ((one << 64) - 1) << 63);
    double d = __VERIFIER_nondet_double();
    if (d >= 1.0 && d < 1e30)
        assert((wide)d >= 1);
    return 0;
}
