// expect: violation
// kinds: assertion
// The same with a part of the address, copied as bytes.
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
    uint16_t begin;
    memcpy(&begin, &first, sizeof begin);
    while (!ready) {
        char *block = malloc(8);
        uint16_t part;
        memcpy(&part, &block, sizeof part);
        free(block);
        assert((uint16_t)(part - begin) < 1000);
    }
    free(first);
    pthread_join(t, NULL);
    return 0;
}
