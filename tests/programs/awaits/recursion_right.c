// expect: safe
// A round that calls deeply, and a wait at the bottom of a recursion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static int look(int depth)
{
    return depth ? look(depth - 1) : ready;
}

static int wait_below(int depth)
{
    if (depth)
        return wait_below(depth - 1) + 1;
    while (!look(5))
        ;
    return 0;
}

static void *worker(void *argument)
{
    data = 3;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(wait_below(4) == 4);
    assert(data == 3);
    pthread_join(t, NULL);
    return 0;
}
