// expect: safe
// heddle: --slice=off --independence=outcome
// case: N=3 none=6 classic source=5 optimal=5
// case: N=4 none=24 classic source=14 optimal=14
// case: N=5 source=43 optimal=43
// case: N=6 optimal=144
// case: N=7 optimal=523
// case: N=8 optimal=2048
// case: N=9 optimal=8597
// case: N=4 --independence=none optimal=24
// Thread j swaps j - 1 for j. Say that k threads succeed: they are threads 1 to k, in this order, and each other one reads some
// value that the variable had, 0 to k: thread k + 1 not k, which leaves it k of them, and those after it any, k + 1. So there
// are k (k + 1)^(N - k - 1) traces for each k from 1 to N - 1, and one for N.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int turn;

static void *run(void *argument)
{
    int next = (int)(intptr_t)argument, expected = next - 1;
    atomic_compare_exchange_strong(&turn, &expected, next);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
