// expect: violation
// kinds: deadlock
// message: to be woken from a futex
// text: waits to be woken from futex ready
// The value is looked at before the call, which is told another one: a wake-up in between is lost.
#include "futex.h"

#include <pthread.h>

static atomic_int ready;

static void *worker(void *argument)
{
    atomic_store(&ready, 1);
    futex_wake(&ready, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    while (!atomic_load(&ready))
        futex_wait(&ready, atomic_load(&ready)); // which may be 1 by now
    pthread_join(thread, NULL);
    return 0;
}
