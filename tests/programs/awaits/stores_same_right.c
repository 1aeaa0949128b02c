// expect: safe
// Storing what is there already is no effect.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, waiting;
static int data;

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
        waiting = 1;
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
