// expect: safe
// heddle: --independence=none
// case: N=1 none=2 classic=2 source=2 optimal=2
// case: N=2 none=9 source=7 optimal=7
// case: N=3 none=112 source=52 optimal=52
// case: N=4 source=749 optimal=749
// N threads increment a variable without a lock, each if its own input is positive. With m of them doing so there are
// (m!)^2 traces: the writes come in m! orders, and the read of the k-th writer is before the first write, ..., or before
// its own, which is the k-th. In all, the sum of C(N, m) (m!)^2 for m from 0 to N, with an input for each: 2, 7, 52, 749.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdint.h>

static int x;

static void *add(void *argument)
{
    int input;
    heddle_symbolic(&input, sizeof input, "input");
    if (input > 0)
        x++;
    return argument;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(x >= 0 && x <= N);
    return 0;
}
