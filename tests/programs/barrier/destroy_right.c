// expect: safe
// Destroying a barrier waits for those who are still leaving.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    pthread_barrier_wait(argument);
    return NULL;
}

int main(void)
{
    pthread_barrier_t *b = malloc(sizeof *b);
    pthread_barrier_init(b, NULL, 2);
    pthread_t t;
    pthread_create(&t, NULL, worker, b);
    pthread_barrier_wait(b);
    pthread_barrier_destroy(b);
    free(b);
    pthread_join(t, NULL);
    return 0;
}
