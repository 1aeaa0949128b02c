// expect: safe
// case: N=2 none=2 classic=2 source=2 optimal=2
// case: N=3 none=6 classic=3 source=3 optimal=3
// case: N=4 none=24 classic=4 source=4 optimal=4
// case: N=64 classic=64 source=64 optimal=64 prune=off prune-classic=off
// prune: with it the machine does not decide late which write was the last, and there are far too many orders
// N threads write one variable, which main reads after joining them. Only the last write matters: N executions.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int x;

static void *set(void *argument)
{
    x = (int)(intptr_t)argument;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], NULL, set, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(x >= 1 && x <= N);
    return 0;
}
