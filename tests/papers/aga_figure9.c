// expect: safe
// heddle: --independence=none
// executions: none=6 classic=6 source=6 optimal=6
// AGA figure 9: two threads with two writes each to one variable, read after the join. main plays the second thread. All
// writes conflict: C(4, 2) = 6 interleavings, each a trace of its own.
#include <assert.h>
#include <pthread.h>

static int a;

static void *t1(void *argument)
{
    a = 1;
    a = 2;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    a = 3;
    a = 4;
    pthread_join(t, NULL);
    assert(a == 2 || a == 4);
    return 0;
}
