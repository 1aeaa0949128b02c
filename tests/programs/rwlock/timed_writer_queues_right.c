// expect: safe
// A writer with a time-out keeps readers out only until its time is over: who locks again for reading what it
// holds for reading does not wait for ever. A writer that gives up, or has given a wrong time, leaves the
// queue.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *argument)
{
    struct timespec end, wrong = {0, -1};
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    int result = pthread_rwlock_timedwrlock(&lock, &end);
    assert(result == 0 || result == ETIMEDOUT);
    if (!result)
        pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_timedwrlock(&lock, &wrong) == EINVAL);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, writer, NULL);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
