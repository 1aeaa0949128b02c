// expect: safe
// The x86 extended format: 64 bits of mantissa.
#include <assert.h>
#include <stdint.h>

static long double half(long double x)
{
    return x / 2;
}

int main(void)
{
    long double big = 9007199254740993.0L; // 2^53 + 1
    assert((double)big == 9007199254740992.0);
    assert(big - 1 == 9007199254740992.0L);
    assert(half(5) == 2.5L && (int)half(7.9L) == 3);
    assert((uint64_t)18446744073709551615.0L == UINT64_MAX);
    long double array[2] = {1.5L, -2};
    array[0] *= array[1];
    assert(array[0] == -3 && array[0] < array[1]);
    assert(1.0L / 3 != (double)(1.0L / 3));
    return 0;
}
