// expect: safe
// The largest count of a barrier is that of glibc.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    assert(pthread_barrier_init(&barrier, NULL, UINT_MAX) == EINVAL);
    assert(pthread_barrier_init(&barrier, NULL, INT_MAX) == EINVAL);
    assert(pthread_barrier_init(&barrier, NULL, INT_MAX - 1) == 0);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
