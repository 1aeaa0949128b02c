// expect: safe
// A broadcast that lets who waits for the condition wait for the mutex instead: who is moved is woken by its unlock.
#include "futex.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static atomic_int mutex, sequence;
static int ready, seen;

static void lock(void)
{
    while (atomic_exchange(&mutex, 1))
        futex_wait(&mutex, 1);
}

static void unlock(void)
{
    atomic_store(&mutex, 0);
    futex_wake(&mutex, 1);
}

static void *waiter(void *argument)
{
    lock();
    while (!ready) {
        int old = atomic_load(&sequence);
        unlock();
        futex_wait(&sequence, old);
        lock();
    }
    seen++;
    unlock();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    lock();
    ready = 1;
    int now = atomic_fetch_add(&sequence, 1) + 1;
    long moved = syscall(SYS_futex, &sequence, FUTEX_CMP_REQUEUE | FUTEX_PRIVATE_FLAG, 0, (void *)(intptr_t)9, &mutex, now);
    assert(moved >= 0 && moved <= 1);
    unlock();
    pthread_join(thread, NULL);
    assert(seen == 1);
    return 0;
}
