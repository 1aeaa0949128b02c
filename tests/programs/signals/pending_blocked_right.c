// expect: safe
// sigpending tells of signals that are blocked, and of no others.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void handle(int number)
{
    (void)number;
}

static void *worker(void *argument)
{
    sigset_t set;
    sigpending(&set);
    assert(!sigismember(&set, SIGUSR1));
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
