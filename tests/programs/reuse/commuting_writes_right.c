// expect: safe
// Two threads write a block and nobody reads it, so that their writes commute. The block that later takes its address holds
// nothing of what they wrote: neither is the order of their writes decided then, nor does one of them come back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long *shared;

static void *writer(void *number)
{
    shared[2] = (long)number;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    long *old = shared = malloc(3 * sizeof *shared);
    pthread_create(&a, NULL, writer, (void *)1L);
    pthread_create(&b, NULL, writer, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(shared);
    long *small = malloc(2 * sizeof *small); // of the same size class
    int again = small == old;
    free(small);
    long *zeroed = calloc(3, sizeof *zeroed);
    if (again && zeroed == old)
        assert(zeroed[2] == 0);
    free(zeroed);
    return 0;
}
