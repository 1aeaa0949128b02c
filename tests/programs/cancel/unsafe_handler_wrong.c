// expect: violation
// kinds: memory
// message: double free|already
// The block is released by the handler, and by the thread before it pops the handler: a point lies in between.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *worker(void *argument)
{
    char *block = malloc(8);
    pthread_cleanup_push(free, block);
    block[0] = 1;
    free(block);
    usleep(10);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
