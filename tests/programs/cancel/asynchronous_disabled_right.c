// expect: safe
// A request does not come to a thread that has disabled cancellation, or is of the deferred type when it would.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static volatile int a, b;

static void *worker(void *argument)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    sem_post(&ready);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    a = 1;
    b = 1;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    a = 2;
    b = 2;
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&ready);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(a == b && a != 1);
    return 0;
}
