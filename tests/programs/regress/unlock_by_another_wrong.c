// expect: violation
// kinds: assertion
// An unlock by a thread that does not hold the mutex fails, and can be enabled together with a lock: their order matters.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int failures;

static void *unlocker(void *argument)
{
    if (pthread_mutex_unlock(&m) == EPERM)
        failures++;
    return argument;
}

static void *locker(void *argument)
{
    assert(pthread_mutex_lock(&m) == 0);
    assert(failures == 0); // <- violation
    assert(pthread_mutex_unlock(&m) == 0);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t type;
    pthread_t a, b;
    pthread_mutexattr_init(&type);
    pthread_mutexattr_settype(&type, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &type);
    pthread_create(&a, NULL, locker, NULL);
    pthread_create(&b, NULL, unlocker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
