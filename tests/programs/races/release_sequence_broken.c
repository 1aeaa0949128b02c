// A relaxed store of another thread ends it.
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
    atomic_store_explicit(&flag, 1, memory_order_release);
    return argument;
}

static void *second(void *argument)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return argument;
}

static void *third(void *argument)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        data = 2;
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, third, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
