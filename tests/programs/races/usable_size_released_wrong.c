// With data races asked for, too: the size of a block that another thread may have released is a use of it.
// expect: violation
// heddle: --property=data-race,memory
// kinds: memory
// message: use after free: malloc_usable_size of block of 16 bytes
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static _Atomic size_t counted;

static void *count(void *block)
{
    counted += malloc_usable_size(block); // <- violation
    return NULL;
}

int main(void)
{
    int *block = malloc(16);
    pthread_t thread;
    pthread_create(&thread, NULL, count, block);
    free(block);
    pthread_join(thread, NULL);
    return 0;
}
