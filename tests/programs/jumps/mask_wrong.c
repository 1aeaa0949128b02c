// expect: violation
// kinds: assertion
// message: sigismember
// The mask comes back with siglongjmp, and the signal is not blocked any more.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static sigjmp_buf place;

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    if (!sigsetjmp(place, 1)) {
        sigprocmask(SIG_BLOCK, &set, NULL);
        siglongjmp(place, 1);
    }
    sigprocmask(SIG_BLOCK, NULL, &set);
    assert(sigismember(&set, SIGUSR1));
    return 0;
}
