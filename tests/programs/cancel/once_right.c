// expect: safe
// A thread that acts on a request in the routine of pthread_once resets the flag, between the cleanup
// handlers that were pushed in the routine and those that were pushed before the call: one of these may call
// the routine.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, ended, handlers;

static void inside(void *argument)
{
    (void)argument;
    assert(handlers++ == 0);
}

static void initialise(void)
{
    begun++;
    pthread_cleanup_push(inside, NULL);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    ended++;
}

static void outside(void *argument)
{
    (void)argument;
    handlers++;
    pthread_once(&once, initialise);
}

static void *worker(void *argument)
{
    pthread_cleanup_push(outside, NULL);
    pthread_once(&once, initialise);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    pthread_once(&once, initialise);
    assert(ended == 1 && begun <= 2);
    assert(result == PTHREAD_CANCELED || begun == 1);
    return 0;
}
