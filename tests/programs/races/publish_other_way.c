// The pointer is relaxed; a semaphore orders the writes.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

#include <semaphore.h>
#include <stdlib.h>
int *_Atomic shared;
sem_t s;
static void *first(void *argument)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    sem_post(&s);
    atomic_store_explicit(&shared, block, memory_order_relaxed);
    return argument;
}

static void *second(void *argument)
{
    sem_wait(&s);
    int *block = atomic_load_explicit(&shared, memory_order_relaxed);
    if (block)
        *block = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&s, 0, 0);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
