// expect: inconclusive
// message: ending a thread in the routine of pthread_once
// glibc resets the flag of a routine that ends its thread, so that the next one calls it again.
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int calls;

static void initialise(void)
{
    if (++calls == 1)
        pthread_exit(NULL);
}

static void *worker(void *argument)
{
    pthread_once(&control, initialise);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_once(&control, initialise);
    assert(calls == 2);
    return 0;
}
