// expect: inconclusive
// message: not modelled: asynchronous cancellation of a thread that waits, or does nothing that others see
// A thread that is cancelled at once in a loop that does nothing that others see: how far it got is not followed.
#include <assert.h>
#include <pthread.h>

static void *spin(void *none)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;)
        ;
    return none;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, spin, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
