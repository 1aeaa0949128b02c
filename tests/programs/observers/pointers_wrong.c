// expect: violation
// kinds: memory
// Threads publish blocks of their own in one variable; the one that main finds may be the one that was freed.
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *keeps(void *argument)
{
    block = calloc(1, sizeof *block);
    return argument;
}

static void *frees(void *argument)
{
    int *mine = calloc(1, sizeof *mine);
    block = mine;
    free(mine);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, keeps, NULL);
    pthread_create(&b, NULL, frees, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return *block; // <- violation
}
