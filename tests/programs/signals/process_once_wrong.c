// expect: violation
// kinds: deadlock
// Two threads wait for a signal that comes once.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void *take_signals(void *set)
{
    int number;
    sigwait(set, &number);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take_signals, &set);
    kill(getpid(), SIGTERM);
    kill(getpid(), SIGTERM);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
