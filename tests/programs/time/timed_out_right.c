// expect: safe
// case: CASE=0 none classic source optimal default
// case: CASE=1 none classic source optimal default
// case: CASE=2 none classic source optimal default
// case: CASE=3 none classic source optimal default
// case: CASE=4 none classic source optimal default
// case: CASE=5 none classic source optimal default
// case: CASE=6 none classic source optimal default
// case: CASE=7 none classic source optimal default
// case: CASE=8 none classic source optimal default
// case: CASE=9 none classic source optimal default
// Whoever is told that the time is over finds it so by the clock that the call goes by.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static mtx_t plain;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    if (CASE == 5 || CASE == 6) {
        pthread_rwlock_wrlock(&lock);
        pthread_rwlock_unlock(&lock);
    }
    if (CASE == 7 || CASE == 8)
        sem_post(&semaphore);
    if (CASE == 9) {
        mtx_lock(&plain);
        mtx_unlock(&plain);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    if (CASE == 1)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&condition, &attributes);
    sem_init(&semaphore, 0, 0);
    mtx_init(&plain, mtx_timed);
    clockid_t clock = CASE == 1 || CASE == 2 || CASE == 4 || CASE == 6 || CASE == 8 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    struct timespec end, now;
    clock_gettime(clock, &end);
    end.tv_sec += 5;
    pthread_create(&t, NULL, worker, NULL);
    int error;
    switch (CASE) {
    case 0:
    case 1:
        pthread_mutex_lock(&mutex);
        error = pthread_cond_timedwait(&condition, &mutex, &end);
        pthread_mutex_unlock(&mutex);
        break;
    case 2:
        pthread_mutex_lock(&mutex);
        error = pthread_cond_clockwait(&condition, &mutex, clock, &end);
        pthread_mutex_unlock(&mutex);
        break;
    case 3: error = pthread_mutex_timedlock(&mutex, &end); break;
    case 4: error = pthread_mutex_clocklock(&mutex, clock, &end); break;
    case 5: error = pthread_rwlock_timedrdlock(&lock, &end); break;
    case 6: error = pthread_rwlock_clockwrlock(&lock, clock, &end); break;
    case 7: error = sem_timedwait(&semaphore, &end) ? errno : 0; break;
    case 8: error = sem_clockwait(&semaphore, clock, &end) ? errno : 0; break;
    default: error = mtx_timedlock(&plain, &end) == thrd_timedout ? ETIMEDOUT : 0; break;
    }
    clock_gettime(clock, &now);
    assert(error == 0 || error == ETIMEDOUT);
    assert(error == 0 || now.tv_sec > end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec));
    if (!error && (CASE == 3 || CASE == 4))
        pthread_mutex_unlock(&mutex);
    if (!error && (CASE == 5 || CASE == 6))
        pthread_rwlock_unlock(&lock);
    if (!error && CASE == 9)
        mtx_unlock(&plain);
    pthread_join(t, NULL);
    return 0;
}
