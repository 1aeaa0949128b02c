// A barrier orders what comes before with what comes after.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

pthread_barrier_t b;
int x, y;
static void *first(void *argument)
{
    x = 1;
    pthread_barrier_wait(&b);
    y = 1;
    return argument;
}

static void *second(void *argument)
{
    (void)*(volatile int *)&y;
    pthread_barrier_wait(&b);
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
