// heddle: --unwind=3
// expect: inconclusive
// A block that is there at each look, and another one in each round: that the one stands for the other is not seen.
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
    char *block = malloc(8);
    while (!ready) {
        free(block);
        block = malloc(8);
    }
    free(block);
    pthread_join(t, NULL);
    return 0;
}
