// heddle: --time-may-pass
// expect: safe
// However much time passes, it does not go back, and passes as long as a thread sleeps; fields are in range.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec last;

static bool before(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec < b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

static void *worker(void *argument)
{
    sleep(1);
    pthread_mutex_lock(&mutex);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    assert(!before(&now, &last));
    last = now;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    time_t start = time(NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    clock_gettime(CLOCK_MONOTONIC, &last);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    assert(time(NULL) >= start + 1);
    return 0;
}
