// expect: violation
// kinds: assertion
// message: result == EINVAL
// glibc's pthread_kill of a thread that has ended returns 0, whatever the number.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_kill(pthread_self(), 9999) == EINVAL);
    int result = pthread_kill(t, 9999);
    assert(result == 0 || result == EINVAL);
    pthread_join(t, NULL);
    assert(result == EINVAL);
    return 0;
}
