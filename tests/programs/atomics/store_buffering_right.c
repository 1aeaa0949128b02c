// expect: safe
// Memory is sequentially consistent, also for relaxed operations: one of the two reads sees a write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1;

static void *worker(void *argument)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    r1 = atomic_load_explicit(&y, memory_order_relaxed);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    int r2 = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(t, NULL);
    assert(r1 || r2);
    return 0;
}
