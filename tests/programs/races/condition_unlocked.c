// The flag set without the mutex.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on ready
// message: holding mutex m
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
static void *first(void *argument)
{
    x = 1;
    ready = 1;
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
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
