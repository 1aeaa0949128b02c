// expect: violation
// kinds: memory
// A pointer to the block of the last round is left behind.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    char *last = NULL;
    while (!ready) {
        char *block = malloc(8);
        last = block;
        free(block);
    }
    if (last)
        *last = 1;
    pthread_join(t, NULL);
    return 0;
}
