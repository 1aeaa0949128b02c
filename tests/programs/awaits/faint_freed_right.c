// heddle: --property=deadlock
// expect: safe
// What is counted goes on the heap, and is released by the other thread: then the loop does not go on for ever, since its
// next round fails. Who is not asked about memory errors is told of none, and of no deadlock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void *worker(void *argument)
{
    unsigned *counted = argument;
    for (;;) {
        ++*counted;
        atomic_store(&flag, 1);
    }
    return NULL;
}

int main(void)
{
    unsigned *counted = calloc(1, sizeof *counted);
    pthread_t t;
    pthread_create(&t, NULL, worker, counted);
    while (!atomic_load(&flag))
        ;
    free(counted);
    pthread_join(t, NULL);
    return 0;
}
