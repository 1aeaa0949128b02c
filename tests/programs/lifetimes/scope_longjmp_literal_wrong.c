// expect: violation
// kinds: memory
// A compound literal ends with its block, also where longjmp leaves that.
#include <setjmp.h>

static jmp_buf place;
static int *kept;

static void use(int *numbers)
{
    *numbers += 1;
}

int main(void)
{
    if (setjmp(place) == 0) {
        kept = (int[]){7, 8};
        use(kept);
        longjmp(place, 1);
    }
    return kept[0] != 8; // <- violation
}
