// expect: inconclusive
// message: the priority ceiling of a mutex
// A mutex without the protocol has no ceiling; which one another has is not kept.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, protected;
    int ceiling;
    assert(pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL);
    assert(pthread_mutex_setprioceiling(&plain, 5, &ceiling) == EINVAL);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    assert(pthread_mutex_init(&protected, &attributes) == 0);
    assert(pthread_mutex_setprioceiling(&protected, 100, &ceiling) == EINVAL);
    assert(pthread_mutex_getprioceiling(&protected, &ceiling) == 0);
    assert(ceiling == 1);
    return 0;
}
