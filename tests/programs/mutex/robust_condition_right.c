// expect: safe
// A wait takes its mutex again as any lock does: it is told that the owner has ended, before it is told of a time-out.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *dies(void *argument)
{
    int result = pthread_mutex_lock(&lock);
    if (result == ENOTRECOVERABLE)
        return argument;
    assert(result == 0);
    ready = 1;
    pthread_cond_signal(&condition);
    return argument;
}

int main(void)
{
    static const struct timespec past = {1, 0};
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t t;
    pthread_create(&t, NULL, dies, NULL);
    int result = pthread_mutex_lock(&lock);
    assert(result == (ready ? EOWNERDEAD : 0));
    if (!ready)
        result = pthread_cond_wait(&condition, &lock);
    assert(ready && result == EOWNERDEAD);
    // To wait gives the mutex back, and it is still inconsistent.
    assert(pthread_cond_timedwait(&condition, &lock, &past) == ENOTRECOVERABLE);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    pthread_join(t, NULL);
    return 0;
}
