// expect: inconclusive
// message: random walks leave schedules out \(--por=random\)
// message: the budget of \d+ executions? ran out \(--max-executions\)
// case: random=1000
// case: --max-executions=1 random=1
// case: --max-executions=1500 --seed=7 random=1500
// case: --max-executions=none random=1000
// Nothing fails, and a thousand walks take every one of the six schedules, but nobody counts them: it is no proof.
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
