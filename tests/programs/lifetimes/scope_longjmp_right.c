// expect: safe
// A jump back to a setjmp in the same block, or in one within it, ends nothing: also what is declared behind it lives
// from the beginning of its block.
#include <setjmp.h>
#include <stddef.h>

static int *volatile known;

int main(void)
{
    jmp_buf place;
    int outer = 1;
    int *volatile first = &outer;
    for (int i = 0; i < 2; i++) {
        int around = i;
        int *volatile second = &around;
        known = NULL;
        switch (setjmp(place)) {
        case 0:
        case 1:
            break;
        default:
            *known = *first + *second;
            if (*known != i + 1)
                return 1;
            continue;
        }
        int behind = 0;
        known = &behind;
        {
            int inner = 3;
            int *volatile third = &inner;
            if (*third == 3)
                longjmp(place, 2);
        }
    }
    return 0;
}
