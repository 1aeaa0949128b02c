// expect: safe
// A signal that becomes ignored is pending no more, blocked or not (POSIX, sigaction); one that was ignored
// when it was sent, and blocked, is pending.
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static int calls;

static void handler(int number)
{
    (void)number;
    calls++;
}

static int is_pending(int number)
{
    sigset_t set;
    sigpending(&set);
    return sigismember(&set, number);
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR1, handler);
    signal(SIGUSR2, handler);
    signal(SIGCHLD, handler);
    raise(SIGUSR1);
    raise(SIGUSR2);
    raise(SIGCHLD);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    assert(!is_pending(SIGUSR1) && is_pending(SIGUSR2) && !is_pending(SIGCHLD));
    signal(SIGUSR1, handler);
    signal(SIGCHLD, handler);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert(calls == 1);

    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    assert(is_pending(SIGUSR1));
    signal(SIGUSR1, handler);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert(calls == 2);
    return 0;
}
