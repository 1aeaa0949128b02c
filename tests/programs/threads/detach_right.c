// expect: safe
// A detached thread may or may not have run when main returns.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_detach(t) == 0);
    assert(x == 0 || x == 1);
    return 0;
}
