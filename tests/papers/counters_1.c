// expect: safe
// executions: none=20
// `counters` (DESIGN 9) with one round: i and j start at 1, one thread adds j to i, the other i to j. main plays the
// second thread. Three visible operations each (two reads and a write): C(6, 3) = 20 interleavings, in 11 traces.
// The largest value is Fibonacci(4) = 3.
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
