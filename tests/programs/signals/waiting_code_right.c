// expect: safe
// glibc's sigwaitinfo and sigtimedwait say SI_USER of a signal that a thread has sent; a handler finds
// SI_TKILL.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <time.h>

static void handler(int number, siginfo_t *information, void *context)
{
    (void)context;
    assert(number == SIGUSR1 && information->si_code == SI_TKILL);
}

int main(void)
{
    sigset_t set;
    siginfo_t information;
    struct timespec now = {0, 0};
    struct sigaction action = {0};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(sigtimedwait(&set, &information, &now) == SIGUSR1 && information.si_code == SI_USER);
    raise(SIGUSR1);
    assert(sigwaitinfo(&set, &information) == SIGUSR1 && information.si_code == SI_USER);
    return 0;
}
