// expect: violation
// kinds: memory
// A jump out of the block of an array of variable length ends the array.
#include <setjmp.h>

static jmp_buf place;
static volatile int length = 3;
static int *left;

static void leave(void)
{
    longjmp(place, 1);
}

int main(void)
{
    if (setjmp(place))
        return *left; // <- violation
    {
        int local[length];
        local[0] = 0;
        left = local;
        leave();
    }
    return 0;
}
