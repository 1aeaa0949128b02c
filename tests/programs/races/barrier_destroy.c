// Destroying a barrier waits for those who leave it; its memory can be released then.
// heddle: --property=data-race --all
// expect: safe
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
    pthread_t thread;
    pthread_create(&thread, NULL, worker, b);
    pthread_barrier_wait(b);
    pthread_barrier_destroy(b);
    free(b);
    pthread_join(thread, NULL);
    return 0;
}
