// expect: safe
// Blocks that are made and released in a round are gone: the round has no effect.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;

static void *worker(void *argument)
{
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready)
        free(malloc(8));
    pthread_join(t, NULL);
    return 0;
}
