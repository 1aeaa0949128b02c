// expect: safe
// Who writes already is told, as by glibc.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK && pthread_rwlock_rdlock(&lock) == EDEADLK);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_rdlock(&lock);
    assert(pthread_rwlock_rdlock(&lock) == 0); // reading twice is allowed
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}
