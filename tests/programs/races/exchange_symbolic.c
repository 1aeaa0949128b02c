// Whether a compare-exchange succeeds may depend on an input.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on data
#include <pthread.h>
#include <stdatomic.h>

#include <heddle.h>
int data, wanted;
atomic_int flag;
static void *first(void *argument)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return argument;
}

static void *second(void *argument)
{
    int expected = wanted;
    if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 6, memory_order_acquire, memory_order_relaxed) && expected == 1)
        data = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    heddle_symbolic(&wanted, sizeof wanted, "wanted");
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
