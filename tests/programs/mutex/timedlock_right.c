// expect: safe
// The time may run out while the other one holds the lock; a free lock is taken.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 1;
    pthread_mutex_lock(&b);
    int result = pthread_mutex_timedlock(&a, &limit); // opposite order, but no deadlock
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0)
        pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(t, NULL);
    struct timespec past = {0, 0};
    assert(pthread_mutex_timedlock(&a, &past) == 0); // free: taken whatever the time
    pthread_mutex_unlock(&a);
    return 0;
}
