// expect: violation
// kinds: assertion
// por: classic source optimal default
// A cleanup handler sees what the thread did between two accesses to a variable that only it can reach.
#include <assert.h>
#include <pthread.h>

static void check(void *argument)
{
    int *pair = argument;
    assert(pair[0] == pair[1]); // <- violation
}

static void *worker(void *argument)
{
    volatile int pair[2] = {0, 0};
    pthread_cleanup_push(check, (void *)pair);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pair[0] = 1;
    pair[1] = 1;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    pthread_cleanup_pop(0);
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
