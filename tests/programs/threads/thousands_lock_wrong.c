// expect: violation
// kinds: assertion
// por: optimal default
// prune: the walks end both
// executions: prune=off prune-default=off
// timeout: 120
// A fault that only shows once main has created more threads than the search may have at first: random walks beside it
// may have more, and find a thread within its section (explore/walks.c). Its witness needs as many.
#include <assert.h>
#include <pthread.h>

enum { COUNT = 400 };

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[COUNT];
static int inside;

static void add(int value)
{
    pthread_mutex_lock(&lock);
    inside += value;
    pthread_mutex_unlock(&lock);
}

static void *run(void *argument)
{
    pthread_mutex_lock(&order);
    add(1);
    add(-1);
    pthread_mutex_unlock(&order);
    return argument;
}

int main(void)
{
    for (int k = 0; k < COUNT; k++)
        pthread_create(&threads[k], NULL, run, NULL);
    pthread_mutex_lock(&lock); // and not `order`
    assert(inside == 0);       // <- violation
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < COUNT; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
