// An acquire fence alone, without a release.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on data
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
static void *first(void *argument)
{
    data = 1;
    atomic_thread_fence(memory_order_acquire);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return argument;
}

static void *second(void *argument)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
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
