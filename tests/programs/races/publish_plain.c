// A block published by a plain store: the pointer races, and so does what was written before.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on shared
// message: data race on block of 4 bytes
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
int *shared;
static void *first(void *argument)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    shared = block;
    return argument;
}

static void *second(void *argument)
{
    int *block = shared;
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
