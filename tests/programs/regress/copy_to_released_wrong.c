// memcpy begins with a read of what it copies, which does not race with the release of what it writes to: that it fails where the
// release came first is found by the write, and so the other order is explored, in which the assertion fails.
// heddle: --all
// expect: violation
// kinds: assertion memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int other;

static void *run(void *block)
{
    memcpy(block, &other, sizeof other); // <- violation
    assert(0); // <- violation
    return NULL;
}

int main(void)
{
    int *block = calloc(1, sizeof *block);
    pthread_t thread;
    pthread_create(&thread, NULL, run, block);
    free(block);
    return 0;
}
