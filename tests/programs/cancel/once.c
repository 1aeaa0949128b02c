// expect: inconclusive
// message: cancellation in the routine of pthread_once
// POSIX resets the flag then, which has no model.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void)
{
    pthread_testcancel();
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
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_once(&once, initialise);
    return 0;
}
