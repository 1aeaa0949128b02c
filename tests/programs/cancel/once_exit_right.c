// expect: safe
// In a program that cancels threads, a thread that calls pthread_exit in the routine of pthread_once resets the
// flag, as in glibc.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;

static void initialise(void)
{
    if (++calls == 1)
        pthread_exit(NULL);
}

static void *worker(void *argument)
{
    pthread_once(&once, initialise);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_once(&once, initialise);
    assert(calls == 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
