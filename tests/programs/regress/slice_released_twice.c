// heddle: --property=assertion
// expect: violation
// kinds: assertion
// Who releases the memory second stops there. That is no assertion, and yet decides whether main gets to its own: releases
// matter to one another.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *memory;

static void *release(void *argument)
{
    free(memory);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    memory = calloc(2, sizeof *memory);
    pthread_create(&first, NULL, release, NULL);
    pthread_create(&second, NULL, release, NULL);
    pthread_join(second, NULL);
    assert(0);
    return 0;
}
