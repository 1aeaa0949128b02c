// expect: violation
// kinds: assertion
// `counters` with one round and the bound one lower: one thread after the other reaches Fibonacci(4) = 3.
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
    assert(seen_i <= 2 && seen_j <= 2); // <- violation
    return 0;
}
