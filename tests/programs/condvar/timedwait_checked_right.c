// expect: safe
// A signal and a time-out may meet: the flag decides, not the result.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *argument)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 60;
    pthread_create(&t, NULL, setter, NULL);
    pthread_mutex_lock(&lock);
    int result = 0;
    while (!ready && result == 0)
        result = pthread_cond_timedwait(&changed, &lock, &limit);
    assert(ready || result == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
