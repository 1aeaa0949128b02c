// expect: inconclusive
// message: random walks leave schedules out
// message: the time budget ran out
// case: --max-seconds=3 --max-executions=1000000000 random
// More time would not make it a proof, and the result says so.
#include <assert.h>
#include <pthread.h>

static int x;

static void *writer(void *argument)
{
    x = 1;
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    int first = x, second = x;
    assert(first <= second);
    pthread_join(a, NULL);
    return 0;
}
