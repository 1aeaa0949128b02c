// expect: safe
// An atomic exchange gives the pointer to one of them only.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;

static void *release(void *argument)
{
    int *mine = atomic_exchange(&shared, NULL);
    free(mine);
    return argument;
}

int main(void)
{
    atomic_store(&shared, malloc(sizeof(int)));
    pthread_t t;
    pthread_create(&t, NULL, release, NULL);
    release(NULL);
    pthread_join(t, NULL);
    return 0;
}
