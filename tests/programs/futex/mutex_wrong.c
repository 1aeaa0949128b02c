// expect: violation
// kinds: deadlock
// The same mutex, which one that comes back from waiting takes as if nobody else waited: the last one sleeps for ever.
#include "futex.h"

#include <pthread.h>

enum { FREE, TAKEN, AWAITED };

static atomic_int word;

static int compare_exchange(int expected, int desired)
{
    atomic_compare_exchange_strong(&word, &expected, desired);
    return expected;
}

static void lock(void)
{
    int found = compare_exchange(FREE, TAKEN);
    while (found != FREE) {
        if (found == AWAITED || compare_exchange(TAKEN, AWAITED) != FREE)
            futex_wait(&word, AWAITED);
        found = compare_exchange(FREE, TAKEN); // not AWAITED
    }
}

static void unlock(void)
{
    if (atomic_exchange(&word, FREE) == AWAITED)
        futex_wake(&word, 1);
}

static void *worker(void *argument)
{
    lock();
    unlock();
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    worker(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
