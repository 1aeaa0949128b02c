// expect: safe
// Mutexes of three states: free, taken, and taken while others may wait. Unlocking wakes where somebody may wait.
// case: default optimal
// case: EXCHANGES=1 default
#include "futex.h"

#include <assert.h>
#include <pthread.h>

enum { FREE, TAKEN, AWAITED };

static atomic_int word;
static int shared;

static int compare_exchange(int expected, int desired)
{
    atomic_compare_exchange_strong(&word, &expected, desired);
    return expected;
}

static void lock(void)
{
    int found = compare_exchange(FREE, TAKEN);
    if (found == FREE)
        return;
#ifdef EXCHANGES // his third
    if (found != AWAITED)
        found = atomic_exchange(&word, AWAITED);
    while (found != FREE) {
        futex_wait(&word, AWAITED);
        found = atomic_exchange(&word, AWAITED);
    }
#else // his second
    do {
        if (found == AWAITED || compare_exchange(TAKEN, AWAITED) != FREE)
            futex_wait(&word, AWAITED);
    } while ((found = compare_exchange(FREE, AWAITED)) != FREE);
#endif
}

static void unlock(void)
{
    if (atomic_fetch_sub(&word, 1) != TAKEN) {
        atomic_store(&word, FREE);
        futex_wake(&word, 1);
    }
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
