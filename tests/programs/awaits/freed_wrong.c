// expect: violation
// kinds: memory
// message: freed
// The flag that a thread waits for is released while it waits.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    atomic_int *flag = argument;
    while (!*flag) // <- violation
        ;
    return NULL;
}

int main(void)
{
    pthread_t t;
    atomic_int *flag = calloc(1, sizeof *flag);
    pthread_create(&t, NULL, worker, flag);
    free(flag);
    pthread_join(t, NULL);
    return 0;
}
