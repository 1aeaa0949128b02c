// expect: safe
// Reading until the lock looks free, then trying to take it: a loop within a loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void acquire(void)
{
    for (;;) {
        while (atomic_load(&lock))
            ;
        if (!atomic_exchange(&lock, 1))
            break;
    }
}

static void *worker(void *argument)
{
    acquire();
    counter++;
    atomic_store(&lock, 0);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(counter == 2);
    return 0;
}
