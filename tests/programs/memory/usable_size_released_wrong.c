// malloc_usable_size of a block that another thread may release.
// heddle: --all
// expect: violation
// case: none classic source optimal default
// case: --property=memory default
// case: --property=memory --slice=dynamic default
// kinds: memory
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *block)
{
    malloc_usable_size(block); // <- violation
    return NULL;
}

int main(void)
{
    int *block = malloc(4);
    pthread_t thread;
    pthread_create(&thread, NULL, run, block);
    free(block);
    return 0;
}
