// expect: safe
// The first mutex of a paper on futexes (Drepper: Futexes are tricky): it wakes at every unlock. Each lock adds one, and
// waits for the number that it found to change.
#include "futex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int word;
static int shared;

static void lock(void)
{
    int found;
    while ((found = atomic_fetch_add(&word, 1)) != 0)
        futex_wait(&word, found + 1);
}

static void unlock(void)
{
    atomic_store(&word, 0);
    futex_wake(&word, 1);
}

static void *worker(void *argument)
{
    lock();
    shared++;
    unlock();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    assert(shared == 2);
    return 0;
}
