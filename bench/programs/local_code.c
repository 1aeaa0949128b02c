// heddle:
// Local concrete code only: instructions a second (DESIGN 4: 50 million, 100 million within reach).
#include <assert.h>

int main(void)
{
    unsigned a = 1, b = 7;
    for (unsigned i = 0; i < 10000000; i++) {
        a = a * 1664525 + 1013904223;
        if (a & 0x10000)
            b ^= a >> 3;
        else
            b += i;
    }
    assert(b != 0);
    return 0;
}
