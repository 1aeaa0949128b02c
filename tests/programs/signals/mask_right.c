// expect: safe
// A signal that is blocked is pending, until it is no longer blocked or somebody takes it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int order;

static void handle(int number)
{
    order = order * 10 + (number == SIGUSR1 ? 1 : 2);
}

int main(void)
{
    sigset_t both, found, old;
    int number;
    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGUSR2);
    signal(SIGUSR1, handle);
    signal(SIGUSR2, handle);
    assert(pthread_sigmask(SIG_BLOCK, &both, &old) == 0 && !sigismember(&old, SIGUSR1));
    raise(SIGUSR2);
    raise(SIGUSR2);
    raise(SIGUSR1);
    assert(order == 0);
    sigpending(&found);
    assert(sigismember(&found, SIGUSR1) && sigismember(&found, SIGUSR2) && !sigismember(&found, SIGINT));
    assert(sigwait(&both, &number) == 0 && number == SIGUSR1);
    raise(SIGUSR1);
    assert(pthread_sigmask(SIG_SETMASK, &old, NULL) == 0);
    assert(order == 21); // as on Linux: the handler of the higher one, begun last, runs first
    sigpending(&found);
    assert(!sigismember(&found, SIGUSR1) && !sigismember(&found, SIGUSR2));
    sigprocmask(SIG_BLOCK, &both, NULL);
    raise(SIGUSR1);
    assert(sigsuspend(&old) == -1 && order == 211);
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGUSR1));
    return 0;
}
