// expect: inconclusive
// message: asynchronous cancellation of another thread
// A thread that can be cancelled anywhere, also between two accesses to what only it reaches, has no model.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *worker(void *argument)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    sem_post(&ready);
    for (;;)
        ;
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
    return 0;
}
