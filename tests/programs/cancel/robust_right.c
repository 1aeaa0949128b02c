// expect: safe
// A cancelled thread ends with its robust mutex.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_testcancel();
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_t t;
    void *result;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    int locked = pthread_mutex_lock(&lock);
    assert(locked == 0 || locked == EOWNERDEAD);
    if (locked == EOWNERDEAD)
        pthread_mutex_consistent(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED || locked == 0);
    return 0;
}
