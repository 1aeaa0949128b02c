// A lock made of compare-exchange and a release store.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
static void *first(void *argument)
{
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(&flag, &expected, 1, memory_order_acquire, memory_order_relaxed)) {
        data++;
        atomic_store_explicit(&flag, 0, memory_order_release);
    }
    return argument;
}

static void *second(void *argument)
{
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(&flag, &expected, 1, memory_order_acquire, memory_order_relaxed)) {
        data++;
        atomic_store_explicit(&flag, 0, memory_order_release);
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
