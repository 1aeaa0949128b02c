// One thread asks for the size of a block that another one makes larger: it may be another block by then.
// expect: violation
// heddle: --property=data-race,memory --all
// kinds: memory data-race
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static _Atomic(char *) shared;

static void *count(void *unused)
{
    malloc_usable_size(shared); // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(8);
    pthread_create(&thread, NULL, count, NULL);
    shared = realloc(shared, 16);
    pthread_join(thread, NULL);
    free(shared);
    return 0;
}
