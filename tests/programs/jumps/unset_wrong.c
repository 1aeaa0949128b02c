// expect: violation
// kinds: memory
// Where the first thing fails, the place was not yet set.
#include <setjmp.h>

int __VERIFIER_nondet_int(void);
static jmp_buf place;

int main(void)
{
    if (__VERIFIER_nondet_int() == 3)
        longjmp(place, 1);
    if (setjmp(place) == 0)
        longjmp(place, 1);
    return 0;
}
