// expect: violation
// kinds: assertion
// line: 28
// What is behind the loop is reached with every value that ends it.
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
    int found;
    while (!(found = ready))
        free(strdup("waiting"));
    assert(found != 1);
    pthread_join(t, NULL);
    return 0;
}
