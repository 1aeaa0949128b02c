// malloc_usable_size reads what the allocator keeps of a block: that is no data race with those who write to the block, and not
// with who releases it after them.
// expect: safe
// heddle: --property=data-race,memory,assertion
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static _Atomic size_t counted;

static void *count(void *block)
{
    counted += malloc_usable_size(block);
    return NULL;
}

static void *write(void *block)
{
    *(int *)block = 1;
    return NULL;
}

int main(void)
{
    int *block = malloc(16);
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, count, block);
    pthread_create(&threads[1], NULL, write, block);
    pthread_create(&threads[2], NULL, count, block);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(counted == 2 * malloc_usable_size(block));
    assert(*block == 1);
    free(block);
    return 0;
}
