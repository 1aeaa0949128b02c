// heddle: --all
// expect: violation
// kinds: assertion
// line: 19 31 35
// Each of them may time out where somebody else is inside; a wrong number of nanoseconds is looked at first.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *argument)
{
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    int result = pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit);
    assert(result != ETIMEDOUT);
    if (result == 0)
        pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec limit = {1, 0}, wrong = {1, -1};
    pthread_create(&t, NULL, reader, NULL);
    int result = pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &limit);
    assert(result != ETIMEDOUT);
    if (result == 0)
        pthread_rwlock_unlock(&lock);
    result = pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &wrong);
    assert(result != EINVAL);
    if (result == 0)
        pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
