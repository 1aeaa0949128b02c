// expect: safe
// A writer that asks again and again, with a time-out, of a lock that prefers writers: it waits for the
// reader.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int value;

static void *writer(void *argument)
{
    struct timespec end = {1, 0};
    while (pthread_rwlock_timedwrlock(&lock, &end))
        ;
    value = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_rwlock_rdlock(&lock);
    int before = value;
    assert(value == before);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    assert(value == 1);
    return 0;
}
