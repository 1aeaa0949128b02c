// expect: safe
// A number of nanoseconds that is none: semaphores and read-write locks look at it first, also where they are free; mutexes
// only where they are held (glibc 2.36).
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
    const struct timespec wrong[] = {{1, -1}, {1, 1000000000}};
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    for (int i = 0; i < 2; i++) {
        assert(sem_timedwait(&semaphore, &wrong[i]) == -1 && errno == EINVAL);
        assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &wrong[i]) == -1 && errno == EINVAL);
        assert(pthread_rwlock_timedrdlock(&rwlock, &wrong[i]) == EINVAL);
        assert(pthread_rwlock_timedwrlock(&rwlock, &wrong[i]) == EINVAL);
        assert(pthread_rwlock_clockwrlock(&rwlock, CLOCK_REALTIME, &wrong[i]) == EINVAL);
        assert(pthread_mutex_timedlock(&mutex, &wrong[i]) == 0);
        assert(pthread_mutex_unlock(&mutex) == 0);
    }
    assert(sem_trywait(&semaphore) == 0 && pthread_rwlock_trywrlock(&rwlock) == 0);
    return 0;
}
