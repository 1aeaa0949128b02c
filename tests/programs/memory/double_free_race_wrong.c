// expect: violation
// kinds: memory
// Both threads may see the pointer before either clears it.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *release(void *argument)
{
    int *mine = shared;
    if (mine) {
        shared = NULL;
        free(mine); // <- violation
    }
    return argument;
}

int main(void)
{
    shared = malloc(sizeof *shared);
    pthread_t t;
    pthread_create(&t, NULL, release, NULL);
    release(NULL);
    pthread_join(t, NULL);
    return 0;
}
