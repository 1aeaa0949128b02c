// Published by a release store.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
int *_Atomic shared;
static void *first(void *argument)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    atomic_store_explicit(&shared, block, memory_order_release);
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
