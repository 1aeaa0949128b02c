// expect: violation
// kinds: assertion
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
    assert(x == 1); // <- violation
    pthread_join(t, NULL);
    return 0;
}
