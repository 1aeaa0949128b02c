// expect: violation
// kinds: assertion
// Two places let both in.
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
    sem_init(&free_places, 0, 2);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(counter == 2); // <- violation
    return 0;
}
