// expect: violation
// kinds: assertion
// Blocks that are made in a round may take the addresses of those that another thread has released: then they are the
// allocator's matter, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;
static _Atomic(char *) old;

static void *worker(void *argument)
{
    char *block = malloc(8);
    old = block;
    free(block);
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    int same = 0;
    pthread_create(&t, NULL, worker, NULL);
    for (int rounds = 0; !ready && rounds < 2; rounds++) {
        char *block = malloc(8);
        same |= block && block == old;
        free(block);
    }
    pthread_join(t, NULL);
    assert(!same);
    return 0;
}
