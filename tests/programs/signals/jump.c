// expect: inconclusive
// message: longjmp out of a signal handler
// Whether the signal is still blocked then has no model; a jump within a handler has one.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;
static int inside;

static void handle(int number)
{
    jmp_buf own;
    if (setjmp(own) == 0)
        longjmp(own, 1);
    inside = number;
    siglongjmp(place, 1);
}

int main(void)
{
    signal(SIGUSR1, handle);
    if (sigsetjmp(place, 1) == 0)
        raise(SIGUSR1);
    return 0;
}
