// expect: violation
// kinds: assertion
// A thread of the asynchronous type is cancelled between any two of its accesses.
#include <assert.h>
#include <pthread.h>

static volatile int a, b;

static void *worker(void *argument)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    a = 1;
    b = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(a == b); // <- violation
    return 0;
}
