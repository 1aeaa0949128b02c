// expect: safe
// The order is opposite, but a third lock around both keeps them apart.
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    pthread_mutex_unlock(&gate);
}

static void *worker(void *argument)
{
    both(&b, &a);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    both(&a, &b);
    pthread_join(t, NULL);
    return 0;
}
