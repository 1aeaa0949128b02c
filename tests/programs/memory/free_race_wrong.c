// expect: violation
// kinds: memory
// The main thread frees what the other one may still be reading.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *reader(void *argument)
{
    int *mine = shared;
    if (mine)
        *mine = 2; // <- violation
    return argument;
}

int main(void)
{
    shared = malloc(sizeof *shared);
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    int *old = shared;
    shared = NULL;
    free(old);
    pthread_join(t, NULL);
    return 0;
}
