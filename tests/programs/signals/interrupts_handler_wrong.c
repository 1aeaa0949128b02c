// expect: violation
// kinds: assertion
// por: source optimal default
// A handler that interrupts another one comes also between accesses to a variable of that one.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Thread_local volatile int *pair;

static void first(int number)
{
    (void)number;
    volatile int own[2] = {0, 0};
    pair = own;
    own[0] = 1;
    own[1] = 1;
    pair = NULL;
}

static void second(int number)
{
    (void)number;
    assert(!pair || pair[0] == pair[1]); // <- violation
}

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, first);
    signal(SIGUSR2, second);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_kill(t, SIGUSR2);
    pthread_join(t, NULL);
    return 0;
}
