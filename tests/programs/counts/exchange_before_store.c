// expect: safe
// heddle: --slice=off --independence=outcome
// case: N=2 none=6 classic source=6 optimal=6
// case: N=3 none=90 source=66 optimal=66
// case: N=4 optimal=1200
// case: N=5 optimal=32880
// case: N=3 --independence=none optimal=90
// Each thread swaps 0 for 1 and then stores a value of its own, which is not 0. The first event is a swap, and the only one that
// succeeds. After it come the stores in any order, and each other swap reads the first one's 1 or one of the stores before its
// own thread's: for the thread that stores p-th, p possibilities. With a the thread that succeeds these are, over all orders, the
// sums of N! / p(a): N!^2 (1 + 1/2 + ... + 1/N) for all a together.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int cell;

static void *run(void *argument)
{
    int expected = 0;
    atomic_compare_exchange_strong(&cell, &expected, 1);
    atomic_store(&cell, (int)(intptr_t)argument);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 3));
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
