// expect: safe
// case: N=3 none=6 classic=1 source=1 optimal=1
// case: N=64 classic=1 source=1 optimal=1 prune=off prune-classic=off
// prune: with it the machine does not decide late which write was the last, and there are far too many orders
// N threads write one variable that nobody ever reads, and main overwrites it: 1 execution.
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
    x = 0;
    return x;
}
