// Atomic accesses do not race, relaxed ones neither.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
static void *first(void *argument)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return argument;
}

static void *second(void *argument)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
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
