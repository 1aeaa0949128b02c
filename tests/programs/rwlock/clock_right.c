// expect: safe
// The clock makes no difference: the lock is free, or the time is over.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *reader(void *argument)
{
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    int result = pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        assert(x == 0 || x == 2);
        pthread_rwlock_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec limit = {1, 0};
    pthread_create(&t, NULL, reader, NULL);
    int result = pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &limit);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        x = 1;
        x = 2;
        assert(pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &limit) == EDEADLK);
        assert(pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &limit) == EDEADLK);
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(t, NULL);
    return 0;
}
