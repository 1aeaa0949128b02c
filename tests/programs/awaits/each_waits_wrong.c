// expect: violation
// kinds: deadlock
// message: main spins for ever.*main.1 spins for ever
// Two threads wait for each other.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *worker(void *argument)
{
    while (!a)
        ;
    b = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!b)
        ;
    a = 1;
    pthread_join(t, NULL);
    return 0;
}
