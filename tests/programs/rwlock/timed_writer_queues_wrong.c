// expect: violation
// kinds: assertion
// message: again == 0
// A writer with a time-out waits as any other: a lock that prefers writers lets no reader in meanwhile.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *argument)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    if (!pthread_rwlock_timedwrlock(&lock, &end))
        pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, writer, NULL);
    int again = pthread_rwlock_tryrdlock(&lock);
    assert(again == 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
