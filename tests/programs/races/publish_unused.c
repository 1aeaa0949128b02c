// Published by a relaxed store, but nothing was written before.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
int *_Atomic shared;
static void *first(void *argument)
{
    int *block = malloc(sizeof *block);
    atomic_store_explicit(&shared, block, memory_order_relaxed);
    return argument;
}

static void *second(void *argument)
{
    int *block = atomic_load_explicit(&shared, memory_order_relaxed);
    if (block)
        *block = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
