// expect: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_places;
static int counter;

static void *worker(void *argument)
{
    sem_wait(&free_places);
    counter++;
    sem_post(&free_places);
    return argument;
}

int main(void)
{
    assert(sem_init(&free_places, 0, 1) == 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    assert(sem_destroy(&free_places) == 0);
    return 0;
}
