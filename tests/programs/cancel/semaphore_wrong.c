// expect: violation
// kinds: assertion
// That the post came first does not mean that the waiting thread takes it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int took;

static void *worker(void *argument)
{
    sem_wait(&semaphore);
    took = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&semaphore, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_post(&semaphore);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(took); // <- violation
    return 0;
}
