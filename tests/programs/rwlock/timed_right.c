// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *worker(void *argument)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    int result = pthread_rwlock_timedrdlock(&lock, &limit);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        assert(x == 0 || x == 2);
        pthread_rwlock_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_rwlock_wrlock(&lock);
    x = 1;
    x = 2;
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
