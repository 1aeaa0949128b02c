// Published by a relaxed store: the private writes before it race.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on block of 4 bytes allocated at .*publish_relaxed.c:\d+: write of 4 bytes by main.1
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
int *_Atomic shared;
static void *first(void *argument)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    atomic_store_explicit(&shared, block, memory_order_relaxed);
    return argument;
}

static void *second(void *argument)
{
    int *block = atomic_load_explicit(&shared, memory_order_acquire);
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
