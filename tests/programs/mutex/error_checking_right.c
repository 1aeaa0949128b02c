// expect: safe
// An error-checking mutex reports misuse to the caller, so that nothing is undefined and nothing violated.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *worker(void *argument)
{
    assert(pthread_mutex_unlock(&lock) == EPERM); // main holds it
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    int type;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_gettype(&attributes, &type);
    assert(type == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attributes);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == EDEADLK);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
