// expect: safe
// On a free lock a try always succeeds.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    return argument;
}

int main(void)
{
    assert(pthread_mutex_trylock(&lock) == 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_mutex_unlock(&lock);
    assert(pthread_mutex_trylock(&lock) == 0);
    assert(pthread_mutex_trylock(&lock) == EBUSY); // also for the owner
    pthread_mutex_unlock(&lock);
    return 0;
}
