// expect: violation
// kinds: memory
// A jump out of a block to a setjmp outside of it ends the block's variables.
#include <setjmp.h>

static jmp_buf place;
static int *left;

static void leave(void)
{
    longjmp(place, 1);
}

int main(void)
{
    int result = setjmp(place);
    if (result)
        return *left; // <- violation
    {
        int local = 1;
        left = &local;
        leave();
    }
    return 0;
}
