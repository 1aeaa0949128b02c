// expect: safe
// heddle: --independence=none
// case: N=1 none=3 source=2 optimal=2
// case: N=2 none=35 source=5 optimal=5
// case: N=3 none=920 optimal=12
// case: N=4 none=44300 optimal=28
// case: N=5 optimal=64
// case: N=8 optimal=704
// case: N=10 optimal=3328
// `lastzero` of Abdulla, Aronis, Jonsson, Sagonas: Optimal dynamic partial order reduction (POPL 2014). Thread j of N
// writes array[j] = array[j - 1] + 1, another one looks for the last zero, from the end: (N + 3) 2^(N - 2) traces.
//
// Each of the threads j = 2..N reads array[j - 1] before thread j - 1 writes it or after, in all 2^(N - 1)
// combinations. The search stops at the first k = N, N - 1, ... that it reads before thread k writes it; array[0]
// is always zero. It has read array[k + 1] before that, after its write. So thread k + 1, which reads array[k] before it
// writes array[k + 1], read it before thread k wrote it: of the N - 1 free choices that one is fixed. For k from 1 to
// N - 1 that leaves 2^(N - 2), for k = N (nothing was read before) and k = 0 (nothing is written) all 2^(N - 1). The sum
// is (N - 1) 2^(N - 2) + 2 2^(N - 1). For N up to 3 the sets of traces of `none` and `optimal` have been compared.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int array[N + 1];

static void *update(void *argument)
{
    intptr_t j = (intptr_t)argument;
    array[j] = array[j - 1] + 1;
    return NULL;
}

static void *search(void *argument)
{
    int i = N;
    while (array[i] != 0)
        i--;
    assert(i >= 0);
    return argument;
}

int main(void)
{
    pthread_t searcher, t[N];
    pthread_create(&searcher, NULL, search, NULL);
    for (intptr_t j = 1; j <= N; j++)
        pthread_create(&t[j - 1], NULL, update, (void *)j);
    pthread_join(searcher, NULL);
    for (int j = 1; j <= N; j++)
        pthread_join(t[j - 1], NULL);
    assert(array[N] >= 1 && array[N] <= N);
    return 0;
}
