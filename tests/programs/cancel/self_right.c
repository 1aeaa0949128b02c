// expect: safe
// A thread that cancels itself goes on to its next cancellation point, or where its type is asynchronous no further.
#include <assert.h>
#include <pthread.h>

static int step;

static void *deferred(void *argument)
{
    pthread_cancel(pthread_self());
    step = 1;
    pthread_testcancel();
    step = 2;
    return argument;
}

static void *asynchronous(void *argument)
{
    int old;
    assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
    pthread_cancel(pthread_self());
    step = 3;
    return argument;
}

static void *disabled(void *argument)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cancel(pthread_self());
    step = 4;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL); // at once
    step = 5;
    return argument;
}

static void run(void *(*routine)(void *), int expected)
{
    pthread_t t;
    void *result;
    step = 0;
    pthread_create(&t, NULL, routine, NULL);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && step == expected);
}

int main(void)
{
    run(deferred, 1);
    run(asynchronous, 0);
    run(disabled, 4);
    return 0;
}
