// expect: violation
// kinds: assertion
// Either thread may be the serial one.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int result = pthread_barrier_wait(&barrier);
    assert(result == PTHREAD_BARRIER_SERIAL_THREAD); // <- violation
    pthread_join(t, NULL);
    return 0;
}
