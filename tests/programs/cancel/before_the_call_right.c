// expect: safe
// A request that is there before the call of a cancellation point is always acted upon, also where nothing waits.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int requested;
static int took;

static void *worker(void *argument)
{
    while (!requested)
        ;
    sem_wait(&semaphore);
    took = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    sem_init(&semaphore, 0, 1);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    requested = 1;
    pthread_join(t, &result);
    assert(!took && result == PTHREAD_CANCELED);
    return 0;
}
