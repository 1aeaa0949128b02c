// expect: safe
// por: source optimal default
// A function takes the next item, or gives up at a deadline, which it divides into seconds and the rest: the deadline is an input
// in each round, in a variable that is gone when the next one begins.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int items;

static void after(struct timespec *deadline, long milliseconds)
{
    clock_gettime(CLOCK_REALTIME, deadline);
    deadline->tv_nsec += milliseconds * 1000000;
    deadline->tv_sec += deadline->tv_nsec / 1000000000;
    deadline->tv_nsec %= 1000000000;
}

static int take(long milliseconds)
{
    struct timespec deadline;
    int result = 0;
    after(&deadline, milliseconds);
    pthread_mutex_lock(&mutex);
    while (!items && result == 0)
        result = pthread_cond_timedwait(&condition, &mutex, &deadline);
    if (items) {
        items--;
        result = 0;
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

static void *consume(void *argument)
{
    for (int taken = 0; taken < 2;) {
        int result = take(50);
        assert(result == 0 || result == ETIMEDOUT);
        taken += result == 0;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, consume, NULL);
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&mutex);
        items++;
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, NULL);
    assert(!items);
    return 0;
}
