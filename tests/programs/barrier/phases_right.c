// expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int a, b;

static void *worker(void *argument)
{
    a = 1;
    pthread_barrier_wait(&barrier);
    assert(b == 1);
    return argument;
}

int main(void)
{
    assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    b = 1;
    pthread_barrier_wait(&barrier);
    assert(a == 1);
    pthread_join(t, NULL);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
