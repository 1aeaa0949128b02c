// expect: safe
// clang: -O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *worker(void *argument)
{
    data = 3;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (;;) {
        int seen = atomic_load_explicit(&ready, memory_order_acquire);
        if (seen == 1)
            break;
        if (seen > 1)
            assert(0);
    }
    assert(data == 3);
    pthread_join(t, NULL);
    return 0;
}
