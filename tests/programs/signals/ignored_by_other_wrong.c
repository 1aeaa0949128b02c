// expect: violation
// kinds: assertion
// message: calls == 1
// Another thread ignores the signal, which is gone before the one that blocks it looks.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int calls;

static void handler(int number)
{
    (void)number;
    calls++;
}

static void *ignores(void *argument)
{
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR1, handler);
    return argument;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, ignores, NULL);
    raise(SIGUSR1);
    pthread_join(t, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    assert(calls == 1);
    return 0;
}
