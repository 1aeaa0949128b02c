// expect: safe
// heddle: --independence=none
// executions: none=20 source=3 optimal=3
// Without the third observer: main adds i to j itself, and looks after the join. C(6, 3) = 20 interleavings, in 3 traces
// (the write of i before or after its read by the other thread, that of j likewise, not both before).
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *t1(void *argument)
{
    i += j;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    j += i;
    pthread_join(t, NULL);
    assert(i <= 3 && j <= 3);
    return 0;
}
