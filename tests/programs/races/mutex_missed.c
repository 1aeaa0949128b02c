// The order of two sections orders nothing that must hold: the other order is explored too.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *first(void *argument)
{
    x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    x = 2;
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
