// Two signals of one number may be one, and then the thread waits for ever for the second.
// expect: violation
// kinds: deadlock
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void *server(void *argument)
{
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigwait(&set, &number);
    sigwait(&set, &number);
    return argument;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, server, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
