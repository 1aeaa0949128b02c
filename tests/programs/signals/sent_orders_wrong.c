// What the sender does after it has sent may come before the receiver takes the signal, and after.
// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int step;

static void *server(void *argument)
{
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigwait(&set, &number);
    assert(step != 2); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, server, NULL);
    step = 1;
    pthread_kill(t, SIGUSR1);
    step = 2;
    step = 3;
    pthread_join(t, NULL);
    return 0;
}
