// expect: violation
// kinds: assertion
// The product is computed in 64 bits before it is widened.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uint64_t a = 1ull << 40, b = 1ull << 40;
    unsigned __int128 product = a * b;
    assert(product >> 64 == 1 << 16); // <- violation
    return 0;
}
