// expect: safe
// Two flags waited for in nested loops; the outer one goes round when the inner one is done too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int outer, inner;
static int data;

static void *worker(void *argument)
{
    inner = 1;
    data = 1;
    outer = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    do {
        while (!inner)
            ;
    } while (!outer);
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
