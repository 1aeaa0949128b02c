// heddle: --time-may-pass
// expect: safe
// Deadlines may be over at once, or later: what must hold holds anyway. Loops that wait for a moment end.
#include <assert.h>
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
    pthread_create(&t, NULL, worker, NULL);
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 2;
    pthread_mutex_lock(&mutex);
    int error = pthread_cond_timedwait(&condition, &mutex, &end);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(error == 0 || now.tv_sec > end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec));
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
