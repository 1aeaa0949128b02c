// expect: safe
// A round that waits until a moment and comes back has no effect, in a program that reads clocks as well.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 1;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_timedwait(&condition, &mutex, &end);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    assert(ready && time(NULL) >= end.tv_sec - 1);
    return 0;
}
