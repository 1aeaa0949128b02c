// Two threads take two locks, each in another order.
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int forks;

static void eat(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    forks += 2;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *philosopher(void *unused)
{
#ifdef FIXED
    eat(&left, &right);
#else
    eat(&right, &left);
#endif
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, philosopher, NULL);
    eat(&left, &right);
    pthread_join(other, NULL);
    return forks != 4;
}
