// expect: violation
// kinds: assertion
// A handler comes between any two accesses of the thread that it interrupts.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile int a, b;

static void handle(int number)
{
    (void)number;
    assert(a == b); // <- violation
}

static void *worker(void *argument)
{
    a = 1;
    b = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
