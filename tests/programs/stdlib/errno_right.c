// expect: safe
// Each thread has its own errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *argument)
{
    errno = EINTR;
    assert(errno == EINTR);
    return argument;
}

int main(void)
{
    errno = 0;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(errno == 0);
    errno = ENOENT;
    pthread_join(t, NULL);
    assert(errno == ENOENT);
    return 0;
}
