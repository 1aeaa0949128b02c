// A plain write to a mutex races with its use.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on m\+30
#include <pthread.h>

#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *argument)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}

static void *second(void *argument)
{
    ((char *)&m)[30] = 0;
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
