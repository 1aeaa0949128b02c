// What else a loop that waits reads in a round that does not leave it.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on data
#include <pthread.h>

int flag;
volatile int data;

static void *setter(void *argument)
{
    data = 1;
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    return argument;
}

static void *waiter(void *argument)
{
    while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
        (void)data;
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
