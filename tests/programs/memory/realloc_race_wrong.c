// expect: violation
// kinds: memory
// The block moves while the other thread reads through its old address.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *grower(void *argument)
{
    int *p = realloc(shared, 64);
    p[3] = 1;
    shared = p;
    return argument;
}

int main(void)
{
    shared = calloc(4, sizeof *shared);
    pthread_t t;
    pthread_create(&t, NULL, grower, NULL);
    int first = *shared; // <- violation
    pthread_join(t, NULL);
    return first;
}
