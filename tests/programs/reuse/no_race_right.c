// expect: safe
// heddle: --property=data-race
// A block is released by one thread and its address handed to another: the release comes before the allocation, so
// that what the two write there does not race.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic stale;

static void *worker(void *unused)
{
    int *block = malloc(sizeof *block);
    if (block != stale)
        stale = block;
    *block = 1;
    free(block);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
}
