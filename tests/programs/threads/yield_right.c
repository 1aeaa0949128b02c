// expect: safe
// Yielding gives no guarantee, but no harm either.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

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
    sched_yield();
    int seen = x;
    assert(seen == 0 || seen == 1);
    pthread_join(t, NULL);
    assert(x == 1);
    return 0;
}
