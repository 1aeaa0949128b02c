// expect: safe
// A thread begins with the mask of its creator.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Thread_local int handled;

static void handle(int number)
{
    (void)number;
    handled++;
}

static void *worker(void *argument)
{
    raise(SIGUSR1);
    assert(handled == (argument == NULL));
    return argument;
}

int main(void)
{
    pthread_t a, b;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, handle);
    pthread_create(&a, NULL, worker, NULL);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pthread_create(&b, NULL, worker, &b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
