// A read of a loop that waits, which does not leave it, races with a plain write.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on flag: write of 4 bytes by main.1 .*; atomic read of 4 bytes|data race on flag: atomic read of 4 bytes by main.2 .*; write of 4 bytes
#include <pthread.h>

int flag;

static void *setter(void *argument)
{
    flag = 0;
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    return argument;
}

static void *waiter(void *argument)
{
    while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
        ;
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
