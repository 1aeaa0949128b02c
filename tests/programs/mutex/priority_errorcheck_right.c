// expect: safe
// glibc has a second code path for mutexes that inherit priority: trying what one holds is EDEADLK there, if
// the mutex checks for errors, where others say EBUSY. No mutex is robust and has a ceiling.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t inherits, plain, refused;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&plain, &attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&inherits, &attributes);
    pthread_mutex_lock(&plain);
    pthread_mutex_lock(&inherits);
    assert(pthread_mutex_trylock(&plain) == EBUSY);
    assert(pthread_mutex_trylock(&inherits) == EDEADLK);
    assert(pthread_mutex_lock(&inherits) == EDEADLK);
    assert(pthread_mutex_unlock(&inherits) == 0);
    assert(pthread_mutex_unlock(&inherits) == EPERM);
    assert(pthread_mutex_destroy(&inherits) == 0);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutex_init(&refused, &attributes) == ENOTSUP);
    return 0;
}
