// expect: safe
// heddle: --property=data-race
// case: CALL=pause() none optimal default
// case: CALL=sigsuspend(&none) none optimal default
// case: CALL=sigwaitinfo(&other,0) none optimal default
// A signal interrupts a thread on its way into a call that waits for one: what the library notes of that is no data
// race. (Where the signal comes before, the thread waits for ever: that is `deadlock`, which is not asked for.)
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t arrived;
static pthread_t first;

static void handler(int number)
{
    arrived = number;
}

static void *send(void *argument)
{
    pthread_kill(first, SIGUSR1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sigset_t none, other;
    sigemptyset(&none);
    sigemptyset(&other);
    sigaddset(&other, SIGUSR2);
    first = pthread_self();
    signal(SIGUSR1, handler);
    pthread_create(&thread, 0, send, 0);
    CALL;
    pthread_join(thread, 0);
    return 0;
}
