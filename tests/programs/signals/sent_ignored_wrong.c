// expect: violation
// kinds: assertion
// message: calls == 1
// As ignored_by_other_wrong.c, in a program that sends signals to other threads.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int calls;
static pthread_t self;

static void handler(int number)
{
    (void)number;
    calls++;
}

static void *ignores(void *argument)
{
    pthread_kill(self, SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR1, handler);
    return argument;
}

int main(void)
{
    pthread_t t;
    self = pthread_self();
    sigset_t set;
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, ignores, NULL);
    pthread_join(t, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    assert(calls == 1);
    return 0;
}
