// expect: inconclusive
// message: waiting for the signal of an alarm
// One that waits already when the alarm is set.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static sigset_t set;

static void *wait_for_it(void *unused)
{
    int number;
    sigwait(&set, &number);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, wait_for_it, NULL);
    if (getpid() == 1)
        pthread_kill(thread, SIGTERM);
    alarm(1);
    pthread_join(thread, NULL);
    return 0;
}
