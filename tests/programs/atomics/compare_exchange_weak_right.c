// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint counter;

static void *worker(void *argument)
{
    unsigned seen = atomic_load_explicit(&counter, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&counter, &seen, seen + 1, memory_order_release,
                                                  memory_order_relaxed))
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
