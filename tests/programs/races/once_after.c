// What the first caller does after it does not.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x
#include <pthread.h>

pthread_once_t o = PTHREAD_ONCE_INIT;
int x;

static void initialise(void)
{
    x = 1;
}

static void *first(void *argument)
{
    pthread_once(&o, initialise);
    x = 2;
    return argument;
}

static void *second(void *argument)
{
    pthread_once(&o, initialise);
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
