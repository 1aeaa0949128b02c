// expect: safe
// Each round counts in a variable of its own, and begins with the same values: the next round is the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void pause_for(int count)
{
    volatile int i;
    for (i = 0; i < count; i++)
        ;
}

static void *worker(void *argument)
{
    data = 1;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready)
        pause_for(20);
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
