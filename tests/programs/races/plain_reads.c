// Two reads do not race.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

int x;
static void *first(void *argument)
{
    (void)*(volatile int *)&x;
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
