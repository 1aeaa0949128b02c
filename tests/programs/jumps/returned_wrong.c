// expect: violation
// kinds: memory
// The function that called setjmp has returned.
#include <setjmp.h>

static jmp_buf place;

static int remember(void)
{
    return setjmp(place);
}

int main(void)
{
    if (remember() == 0)
        longjmp(place, 1);
    return 0;
}
