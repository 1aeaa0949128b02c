// heddle: --property=overflow,arithmetic,assertion
// expect: safe
#include <assert.h>
#include <limits.h>

int main(void)
{
    for (int k = -15; k <= 15; k++) {
        __int128 x = (__int128)LONG_MIN * 4 + k;
        for (int y = -3; y <= 3; y++)
            assert(y == 0 || x / y * y + x % y == x);
    }
    unsigned __int128 all = ~(unsigned __int128)0, top = (unsigned __int128)1 << 127;
    assert(top / all == 0 && top % all == top);
    unsigned most = UINT_MAX, half = (unsigned)INT_MIN;
    assert(half / most == 0 && INT_MIN / -2 == 1 << 30);
    return 0;
}
