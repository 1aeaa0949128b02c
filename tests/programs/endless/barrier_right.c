// expect: safe
// por: states default
// Threads that meet at a barrier for ever come back to the states that they were in.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int filled[2];

static void *worker(void *number)
{
    for (;;) {
        filled[(long)number] = 1;
        pthread_barrier_wait(&barrier);
        assert(filled[0] + filled[1] == 2);
        pthread_barrier_wait(&barrier);
        filled[(long)number] = 0;
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, worker, (void *)0L);
    worker((void *)1L);
    return 0;
}
