// expect: violation
// kinds: assertion
// Disabled too late: the request may have come before, at an earlier point.
#include <assert.h>
#include <pthread.h>

static int done;

static void *worker(void *argument)
{
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_testcancel();
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(done); // <- violation
    return 0;
}
