// A release store and the acquire load that reads it.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
static void *first(void *argument)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return argument;
}

static void *second(void *argument)
{
    if (atomic_load_explicit(&flag, memory_order_acquire))
        data = 2;
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
