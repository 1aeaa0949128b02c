// expect: safe
// executions: none=924
// `counters` with two rounds: six visible operations a thread, C(12, 6) = 924 interleavings (140 traces). The largest
// value is Fibonacci(6) = 8.
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *t1(void *argument)
{
    i += j;
    i += j;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    j += i;
    j += i;
    pthread_join(t, NULL);
    assert(i <= 8 && j <= 8);
    return 0;
}
