// expect: safe
// case: CLOCK=CLOCK_REALTIME WORKS=1 none optimal default
// case: CLOCK=CLOCK_MONOTONIC WORKS=1 none optimal default
// case: CLOCK=CLOCK_BOOTTIME WORKS=0 none optimal default
// case: CLOCK=CLOCK_PROCESS_CPUTIME_ID WORKS=0 none optimal default
// case: CLOCK=99 WORKS=0 none optimal default
// case: CLOCK=-1 WORKS=0 none optimal default
// case: CLOCK=unknown() WORKS=-1 none optimal default
// Time-outs go by the realtime or the monotonic clock. With any other number the calls return EINVAL and do nothing,
// although what they ask for is free (glibc 2.36).
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static clockid_t unknown(void)
{
    int clock;
    heddle_symbolic(&clock, sizeof clock, "clock");
    return clock;
}

static void *end(void *argument)
{
    return argument;
}

int main(void)
{
    const struct timespec limit = {1, 0};
    clockid_t clock = CLOCK;
    int expected = WORKS < 0 ? clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC : WORKS;
    pthread_t thread;
    sem_init(&semaphore, 0, 1);

    int result = pthread_mutex_clocklock(&mutex, clock, &limit);
    assert(result == (expected ? 0 : EINVAL));
    assert(pthread_mutex_trylock(&mutex) == (expected ? EBUSY : 0)); // held now in any case
    result = pthread_cond_clockwait(&cond, &mutex, clock, &limit);
    assert(result == (expected ? ETIMEDOUT : EINVAL));
    assert(pthread_mutex_unlock(&mutex) == 0);

    result = pthread_rwlock_clockrdlock(&rwlock, clock, &limit);
    assert(result == (expected ? 0 : EINVAL));
    if (result == 0)
        pthread_rwlock_unlock(&rwlock);
    result = pthread_rwlock_clockwrlock(&rwlock, clock, &limit);
    assert(result == (expected ? 0 : EINVAL));
    assert(pthread_rwlock_tryrdlock(&rwlock) == (expected ? EBUSY : 0));

    result = sem_clockwait(&semaphore, clock, &limit);
    assert(expected ? result == 0 : result == -1 && errno == EINVAL);
    assert(sem_trywait(&semaphore) == (expected ? -1 : 0));

    pthread_create(&thread, NULL, end, NULL);
    result = pthread_clockjoin_np(thread, NULL, clock, &limit);
    assert(expected ? result == 0 || result == ETIMEDOUT : result == EINVAL);
    if (result != 0)
        pthread_join(thread, NULL);
    return 0;
}
