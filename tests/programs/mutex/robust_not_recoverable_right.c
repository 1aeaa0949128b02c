// expect: safe
// Without pthread_mutex_consistent nobody takes the lock any more, also who waits for it already.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int dead, lost;
static pthread_mutex_t counters = PTHREAD_MUTEX_INITIALIZER;

static void *dies(void *argument)
{
    assert(pthread_mutex_lock(&lock) == 0);
    return argument;
}

static void *worker(void *argument)
{
    int result = pthread_mutex_lock(&lock);
    assert(result == EOWNERDEAD || result == ENOTRECOVERABLE);
    if (result == EOWNERDEAD)
        pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&counters);
    dead += result == EOWNERDEAD;
    lost += result == ENOTRECOVERABLE;
    pthread_mutex_unlock(&counters);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t d, a, b;
    pthread_create(&d, NULL, dies, NULL);
    pthread_join(d, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(dead == 1 && lost == 1);
    return 0;
}
