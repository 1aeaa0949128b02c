// expect: violation
// kinds: memory
// A jump ends the frames that it leaves: what they had on the stack is gone.
#include <setjmp.h>

static jmp_buf place;
static int *result;

static void compute(void)
{
    int local = 5;
    result = &local;
    longjmp(place, 1);
}

int main(void)
{
    if (setjmp(place) == 0)
        compute();
    return *result;
}
