// expect: violation
// kinds: assertion
// `counters` with two rounds and the bound one lower.
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
    assert(seen_i <= 7 && seen_j <= 7); // <- violation
    return 0;
}
