// Accesses under two different mutexes; both are named.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: holding mutex [mn]; .*holding mutex [mn]
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *argument)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&n);
    x++;
    pthread_mutex_unlock(&n);
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
