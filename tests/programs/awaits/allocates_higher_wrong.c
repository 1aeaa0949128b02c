// expect: violation
// kinds: assertion
// Where the blocks of later rounds lie decides: a round in which one is computed with as a number has an effect.
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
    char *first = malloc(8);
    while (!ready) {
        char *block = malloc(8);
        int far = block > first + 1000;
        free(block);
        assert(!far);
    }
    free(first);
    pthread_join(t, NULL);
    return 0;
}
