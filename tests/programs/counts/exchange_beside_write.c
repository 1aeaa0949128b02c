// expect: safe
// heddle: --slice=off --independence=outcome
// case: N=2 none=6 classic source=5 optimal=5
// case: N=3 none=24 classic source=13 optimal=13
// case: N=4 source=33 optimal=33
// case: N=5 optimal=81
// case: N=6 optimal=193
// case: N=7 optimal=449
// case: N=8 optimal=1025
// case: N=9 optimal=2305
// case: N=3 --independence=none optimal=24
// A store beside N compare-and-swaps of 0 for the thread's own number. Where the store comes first, all of them fail and read
// its value, in 1 trace. Otherwise one of N comes first and succeeds, and each of the others reads what that one wrote, or what
// the store wrote, in N 2^(N - 1) traces.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int cell;

static void *set(void *unused)
{
    atomic_store(&cell, -1);
    return unused;
}

static void *run(void *argument)
{
    int expected = 0;
    atomic_compare_exchange_strong(&cell, &expected, (int)(intptr_t)argument);
    return NULL;
}

int main(void)
{
    pthread_t threads[N], setter;
    pthread_create(&setter, NULL, set, NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 1));
    pthread_join(setter, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
