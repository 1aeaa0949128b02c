// expect: violation
// kinds: assertion
#include <assert.h>

int main(void)
{
    volatile unsigned __int128 number = ((unsigned __int128)1 << 90) + 1;
    double rounded = (double)number;
    assert((unsigned __int128)rounded == number); // <- violation
    return 0;
}
