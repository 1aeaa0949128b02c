// The wrappers are in another file, and one thread gives up after some rounds.
// files: support/try_lock.c
// expect: safe
#include "support/try_lock.h"
#include <assert.h>
#include <pthread.h>

static atomic_int lock;
static int counter;

static bool try_for_a_while(int rounds)
{
    int failed = 0;
    while (!try_lock(&lock))
        if (++failed == rounds)
            return false;
    return true;
}

static void *worker(void *argument)
{
    while (!try_lock(&lock))
        ;
    counter++;
    atomic_store(&lock, 0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int taken = try_for_a_while(3);
    if (taken) {
        counter++;
        atomic_store(&lock, 0);
    }
    pthread_join(t, NULL);
    assert(counter == 1 + taken);
    return 0;
}
