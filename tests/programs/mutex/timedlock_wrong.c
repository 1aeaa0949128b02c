// expect: violation
// kinds: assertion
// Waiting long enough is no guarantee.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 1000;
    int result = pthread_mutex_timedlock(&lock, &limit);
    assert(result == 0); // <- violation
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
