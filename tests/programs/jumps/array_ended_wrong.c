// expect: violation
// kinds: memory
// message: an array of variable length
// A jump back into the block of an array of variable length that has been left (C17 7.13.2.1p2).
#include <setjmp.h>

static jmp_buf place;
static volatile int length = 3;

int main(void)
{
    volatile int rounds = 0;
    {
        int around[length];
        around[0] = 0;
        if (setjmp(place))
            return around[0];
    }
    if (rounds++ < 3)
        longjmp(place, 1); // <- violation
    return 0;
}
