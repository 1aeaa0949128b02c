// expect: inconclusive
// message: not modelled: pthread_cancel
// Cancellation is reported, not modelled.
#include <pthread.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
