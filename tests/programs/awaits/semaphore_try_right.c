// expect: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int data;

static void *worker(void *argument)
{
    data = 1;
    sem_post(&items);
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&items, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    while (sem_trywait(&items) != 0)
        ;
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
