// heddle: --unwind=10
// expect: inconclusive
// The failure lies behind round 50, beyond the bound: no verdict, above all not `safe`.
#include <assert.h>

int main(void)
{
    int i = 0;
    while (i < 100) {
        i++;
        assert(i != 50);
    }
    return 0;
}
