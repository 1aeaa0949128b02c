// Sequentially consistent accesses.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
static void *first(void *argument)
{
    data = 1;
    flag = 1;
    return argument;
}

static void *second(void *argument)
{
    if (flag)
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
