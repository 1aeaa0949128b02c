// Nothing on one side of it.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x
#include <pthread.h>

pthread_barrier_t b;
int x;
static void *first(void *argument)
{
    pthread_barrier_wait(&b);
    x = 1;
    return argument;
}

static void *second(void *argument)
{
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
