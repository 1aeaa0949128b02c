// expect: safe
// A request waits as long as cancellation is disabled, and is acted upon at the next point after it is enabled.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t requested, done;
static int step;

static void *worker(void *argument)
{
    int old;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(7, NULL) == EINVAL);
    sem_post(&done);
    sem_wait(&requested);
    pthread_testcancel();
    step = 1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
    step = 2;
    pthread_testcancel();
    step = 3;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    sem_init(&requested, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&done);
    pthread_cancel(t);
    sem_post(&requested);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && step == 2);
    return 0;
}
