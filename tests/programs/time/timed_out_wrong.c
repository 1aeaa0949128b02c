// expect: violation
// kinds: assertion
// The condition variable goes by CLOCK_REALTIME, by which the time given is long over: no time passes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *worker(void *argument)
{
    pthread_cond_signal(&condition);
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec end, now;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += 5;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    int error = pthread_cond_timedwait(&condition, &mutex, &end);
    pthread_mutex_unlock(&mutex);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(error != ETIMEDOUT || now.tv_sec >= end.tv_sec); // <- violation
    pthread_join(t, NULL);
    return 0;
}
