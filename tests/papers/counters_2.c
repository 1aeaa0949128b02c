// expect: safe
// executions: none=84084
// `counters` with two rounds: 14! / (6! 6! 2!) = 84,084 interleavings (140 traces). The largest value is
// Fibonacci(6) = 8.
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *t1(void *argument)
{
    i += j;
    i += j;
    return argument;
}

static void *t2(void *argument)
{
    j += i;
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
    assert(seen_i <= 8 && seen_j <= 8);
    return 0;
}
