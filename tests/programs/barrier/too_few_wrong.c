// expect: violation
// kinds: deadlock
// Three are expected, two come.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    return 0;
}
