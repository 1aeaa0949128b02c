// expect: safe
// case: --independence=none none=6 classic=6 source=6 optimal=6
// case: none=6 classic=2 source=2 optimal=2
// AGA figure 9 as printed, both threads created by main. Creation and join are no visible operations, so the counts are
// those of aga_figure9.c. With the default's independence nobody reads meanwhile, so all that matters is which thread writes
// last, in 2 executions as in the paper.
#include <assert.h>
#include <pthread.h>

static int a;

static void *t1(void *argument)
{
    a = 1;
    a = 2;
    return argument;
}

static void *t2(void *argument)
{
    a = 3;
    a = 4;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, t1, NULL);
    pthread_create(&second, NULL, t2, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(a == 2 || a == 4);
    return 0;
}
