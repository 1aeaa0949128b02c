// clang: -Wno-deprecated-declarations
// expect: safe
// BSD's masks of signals, as numbers.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

int sigblock(int mask);
int sigsetmask(int mask);
int siggetmask(void);
int gsignal(int number);

static volatile sig_atomic_t rings;

static void ring(int number)
{
    rings += number;
}

int main(void)
{
    int mask = 1 << (SIGUSR1 - 1), other = 1 << (SIGUSR2 - 1);
    signal(SIGUSR1, ring);
    assert(sigblock(mask) == 0 && gsignal(SIGUSR1) == 0 && rings == 0);
    assert(siggetmask() == mask && sigblock(other) == mask && siggetmask() == (mask | other));
    assert(sigsetmask(other) == (mask | other) && rings == SIGUSR1);
    sigset_t set;
    assert(sigprocmask(SIG_SETMASK, NULL, &set) == 0 && sigismember(&set, SIGUSR2) && !sigismember(&set, SIGUSR1));
    sigemptyset(&set);
    errno = 0;
    assert(sigaddset(&set, 32) == -1 && errno == EINVAL && sigdelset(&set, 33) == -1 && sigismember(&set, 32) == 0);
    assert(sigaddset(&set, 64) == 0 && sigismember(&set, 64) == 1);
    return 0;
}
