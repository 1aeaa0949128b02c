// Published by an exchange in a loop, private memory written again after it was.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on block of 4 bytes
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
int *_Atomic shared;
static void *first(void *argument)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    atomic_exchange(&shared, block);
    *block = 3;
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
