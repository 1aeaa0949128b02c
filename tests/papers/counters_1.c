// expect: safe
// executions: none=560
// `counters` (DESIGN 9) with one round: i and j start at 1, one thread adds j to i, the other i to j, and main, a third
// thread beside them, looks at both. Three, three and two visible operations: 8! / (3! 3! 2!) = 560 interleavings, in 11
// traces. The largest value is Fibonacci(4) = 3.
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *t1(void *argument)
{
    i += j;
    return argument;
}

static void *t2(void *argument)
{
    j += i;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, t1, NULL);
    pthread_create(&second, NULL, t2, NULL);
    int seen_i = i, seen_j = j;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(seen_i <= 3 && seen_j <= 3);
    return 0;
}
