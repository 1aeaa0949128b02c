// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int x, y, r1;

static void *worker(void *argument)
{
    x = 1;
    atomic_thread_fence(memory_order_seq_cst);
    r1 = y;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    y = 1;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    int r2 = x;
    pthread_join(t, NULL);
    assert(r1 || r2);
    return 0;
}
