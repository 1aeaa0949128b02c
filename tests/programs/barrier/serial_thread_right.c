// expect: safe
// Exactly one of them is told that it is the serial one.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int serial[2];

static void *worker(void *argument)
{
    int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    *(int *)argument = result == PTHREAD_BARRIER_SERIAL_THREAD;
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t t;
    pthread_create(&t, NULL, worker, &serial[0]);
    worker(&serial[1]);
    pthread_join(t, NULL);
    assert(serial[0] + serial[1] == 1);
    return 0;
}
