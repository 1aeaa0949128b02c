// heddle: --property=assertion,deadlock,data-race
// expect: safe
// A thread that takes the process's signals, which all others block, ends a server.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int stopping;

static void *take_signals(void *set)
{
    int number;
    sigwait(set, &number);
    assert(number == SIGTERM);
    stopping = 1;
    return NULL;
}

static void *serve(void *unused)
{
    kill(getpid(), SIGTERM);
    while (!stopping)
        ;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&threads[0], NULL, take_signals, &set);
    pthread_create(&threads[1], NULL, serve, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
