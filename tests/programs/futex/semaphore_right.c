// expect: safe
// A semaphore: the number that is left, and a count of those who sleep.
#include "futex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int left, sleepers, inside;

static void take(void)
{
    for (;;) {
        int found = atomic_load(&left);
        if (found > 0) {
            if (atomic_compare_exchange_strong(&left, &found, found - 1))
                return;
            continue;
        }
        atomic_fetch_add(&sleepers, 1);
        futex_wait(&left, 0);
        atomic_fetch_sub(&sleepers, 1);
    }
}

static void give(void)
{
    atomic_fetch_add(&left, 1);
    if (atomic_load(&sleepers))
        futex_wake(&left, 1);
}

static void *worker(void *argument)
{
    take();
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    give();
    return argument;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&left, 1);
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    return 0;
}
