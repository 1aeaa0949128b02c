// expect: inconclusive
// message: waiting for a signal
// No signal comes from outside, but a thread that waits for one is not said to wait for ever.
#include <pthread.h>
#include <signal.h>

static void *server(void *set)
{
    int number;
    sigwait(set, &number);
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, server, &set);
    pthread_join(t, NULL);
    return 0;
}
