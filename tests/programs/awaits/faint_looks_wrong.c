// expect: violation
// kinds: deadlock
// Threads count how often they look at a flag that nobody sets, and nobody looks at that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, done;
static atomic_uint looks;
static unsigned data, mine;

static void *worker(void *argument)
{
    while (!atomic_load(&ready))
        atomic_fetch_add(&looks, 1);
    data = 42;

    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&ready, 1);
    while (!atomic_load(&done))
        mine += 3;
    assert(data == 42);
    pthread_join(t, NULL);
    return 0;
}
