// expect: violation
// heddle: --all
// kinds: memory assertion
// The first execution frees the block before the other thread comes to its access, which then fails. The access has to count as
// an operation all the same: otherwise nothing races with the free, and the execution in which it comes first is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *release(void *block)
{
    free(block);
    return NULL;
}

static int go;

static void *use(void *block)
{
    int *cell = block;
    if (go == 0)
        *cell = 5; // <- violation
    assert(*cell != 5); // <- violation
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int *block = calloc(2, sizeof *block);
    pthread_create(&a, NULL, release, block);
    pthread_create(&b, NULL, use, block);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
