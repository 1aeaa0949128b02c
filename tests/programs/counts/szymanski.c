// expect: safe
// heddle: --independence=none
// case: none=1706 source=46 optimal=46
// Szymanski's algorithm, each of two threads inside once: 46 traces, of 1,706 interleavings. Every loop looks at one
// variable only, so none waits in vain. The sets of traces of `none` and `optimal` have been compared.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2];

static int inside;

static void *visit(void *argument)
{
    int me = (int)(intptr_t)argument, other = 1 - me;
    flag[me] = 1;
    while (flag[other] >= 3)
        ;
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        while (flag[other] != 4)
            ;
    }
    flag[me] = 4;
    while (me == 1 && flag[other] >= 2)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    if (me == 0)
        for (int seen = flag[other]; seen == 2 || seen == 3; seen = flag[other])
            ;
    flag[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, visit, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
