// expect: violation
// kinds: assertion
// The value may have gone down before it is asked for.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t places;

static void *worker(void *argument)
{
    sem_wait(&places);
    return argument;
}

int main(void)
{
    int value;
    sem_init(&places, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    sem_post(&places);
    sem_getvalue(&places, &value);
    assert(value == 1); // <- violation
    pthread_join(t, NULL);
    return 0;
}
