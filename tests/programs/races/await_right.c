// Message passing and a spinlock, both by waiting in a loop.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
atomic_flag lock = ATOMIC_FLAG_INIT;
int data, counter;

static void count(void)
{
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    counter++;
    atomic_flag_clear_explicit(&lock, memory_order_release);
}

static void *setter(void *argument)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    count();
    return argument;
}

static void *waiter(void *argument)
{
    while (!atomic_load_explicit(&flag, memory_order_relaxed))
        ;
    atomic_thread_fence(memory_order_acquire);
    data = 2;
    count();
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, setter, NULL);
    pthread_create(&two, NULL, waiter, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
