// expect: safe
// Priorities only choose among interleavings that are explored anyway.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    int ceiling, protocol;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_getprotocol(&attributes, &protocol) == 0 && protocol == PTHREAD_PRIO_PROTECT);
    assert(pthread_mutexattr_getprioceiling(&attributes, &ceiling) == 0 && ceiling == 1);
    assert(pthread_mutexattr_setprioceiling(&attributes, 0) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&attributes, 10) == 0);
    assert(pthread_mutexattr_getprioceiling(&attributes, &ceiling) == 0 && ceiling == 10);
    pthread_mutex_init(&lock, &attributes);
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(count == 2);
    return 0;
}
