// expect: safe
// One jump goes back to a place from which another one goes forward again, to a place that only the first round has come to:
// each variable has the value that it had then.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back, forth;

static void go(jmp_buf place)
{
    longjmp(place, 1);
}

int main(void)
{
    volatile int round = 0;
    if (setjmp(back))
        go(forth);
    volatile int late = 7;
    if (!setjmp(forth)) {
        round++;
        go(back);
    }
    assert(round == 1 && late == 7);
    return 0;
}
