// expect: violation
// kinds: assertion
// The lock is tested and set in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *argument)
{
    while (atomic_load(&lock))
        ;
    atomic_store(&lock, 1);
    int seen = counter;
    counter = seen + 1;
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
    assert(counter == 2); // <- violation
    return 0;
}
