// expect: safe
// An event count: who waits takes a key, looks again at what it waits for, and sleeps only while nothing has happened.
#include "futex.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>

static atomic_int epoch, waiting, item;

static void *producer(void *argument)
{
    atomic_store(&item, 7);
    atomic_fetch_add(&epoch, 1);
    if (atomic_load(&waiting))
        futex_wake(&epoch, INT_MAX);
    return argument;
}

static void *consumer(void *argument)
{
    while (!atomic_load(&item)) {
        atomic_fetch_add(&waiting, 1);
        int key = atomic_load(&epoch);
        if (!atomic_load(&item))
            futex_wait(&epoch, key);
        atomic_fetch_sub(&waiting, 1);
    }
    assert(atomic_load(&item) == 7);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, consumer, NULL);
    producer(NULL);
    pthread_join(thread, NULL);
    return 0;
}
