// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *argument)
{
    int expected;
    do
        expected = 0;
    while (!atomic_compare_exchange_weak(&lock, &expected, 1));
    counter++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 3);
    return 0;
}
