// expect: safe
// A thread that computes for ever is cancelled.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static volatile unsigned spins;

static void *worker(void *argument)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    sem_post(&ready);
    for (;;)
        spins ^= 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&ready);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
