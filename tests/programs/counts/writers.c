// expect: safe
// heddle: --independence=none
// case: N=2 none=2 classic=2 source=2 optimal=2
// case: N=3 none=6 classic=6 source=6 optimal=6
// case: N=4 none=24 classic=24 source=24 optimal=24
// case: N=5 source=120 optimal=120
// case: N=6 source=720 optimal=720
// N threads write one variable once, all operations there are: N! orders, and no two of them are equivalent, since every
// two writes conflict.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int x;

static void *put(void *argument)
{
    x = (int)(intptr_t)argument;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], NULL, put, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(x >= 1 && x <= N);
    return 0;
}
