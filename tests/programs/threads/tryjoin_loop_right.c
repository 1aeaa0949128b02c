// expect: safe
// executions: none=1 classic=1 source=1 optimal=1
// A loop that asks until the thread has ended waits: its rounds are not explored.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
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
    int error;
    pthread_create(&t, NULL, worker, NULL);
    while ((error = pthread_tryjoin_np(t, NULL)) == EBUSY)
        sched_yield();
    assert(error == 0 && x == 1);
    return 0;
}
