// Volatile is not atomic.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on flag
// message: data race on data
#include <pthread.h>

volatile int flag;
int data;
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
