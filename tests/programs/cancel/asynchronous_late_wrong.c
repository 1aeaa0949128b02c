// expect: violation
// kinds: assertion
// It takes some time until a request comes to the thread: what the one that cancels does next may be seen before.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static volatile int cancelled;

static void *worker(void *argument)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    sem_post(&ready);
    assert(!cancelled); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&ready);
    pthread_cancel(t);
    cancelled = 1;
    pthread_join(t, NULL);
    return 0;
}
