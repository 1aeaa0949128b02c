// expect: violation
// kinds: deadlock
// message: thread main spins for ever at .*allocates_endless_wrong.c:25
// Nobody ends the loop.
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
    while (ready != 2) {
        char *text = strdup("waiting");
        free(text);
    }
    pthread_join(t, NULL);
    return 0;
}
