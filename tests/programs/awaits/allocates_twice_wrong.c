// expect: violation
// kinds: memory
// A round that releases what was made before the loop is not without effect: the next one releases it again.
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
    char *before = malloc(8);
    while (!ready) {
        char *block = malloc(8);
        free(before);
        free(block);
    }
    pthread_join(t, NULL);
    return 0;
}
