// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
