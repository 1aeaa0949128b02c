// An atomic update and a plain read of one variable.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: atomic update of 4 bytes
#include <pthread.h>

int x;
static void *first(void *argument)
{
    __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
    return argument;
}

static void *second(void *argument)
{
    (void)*(volatile int *)&x;
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
