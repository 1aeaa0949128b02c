// expect: safe
// The block of the compound literal is around the setjmp: the jump does not leave it.
#include <setjmp.h>

static jmp_buf place;

static void use(int *numbers)
{
    if (++*numbers < 10)
        longjmp(place, 1);
}

int main(void)
{
    int *kept = (int[]){7, 8};
    {
        setjmp(place);
        use(kept);
    }
    return kept[0] != 10;
}
