// Sequentially consistent fences are both.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
static void *first(void *argument)
{
    data = 1;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return argument;
}

static void *second(void *argument)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        __sync_synchronize();
        data = 2;
    }
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
