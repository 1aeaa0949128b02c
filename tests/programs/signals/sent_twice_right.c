// A second signal that comes while the handler of the first one runs is for the next sigsuspend: after the handler
// the mask is at once as it was.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int handled;

static void handle(int number)
{
    (void)number;
    handled++;
}

static void *worker(void *argument)
{
    sigset_t set;
    sigfillset(&set);
    sigdelset(&set, SIGUSR1);
    sigsuspend(&set);
    assert(handled == 1);
    sigsuspend(&set);
    assert(handled == 2);
    return argument;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    while (!handled)
        ;
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
