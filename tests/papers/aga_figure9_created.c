// expect: safe
// heddle: --independence=none
// executions: none=6 classic=6 source=6 optimal=6
// AGA figure 9 as printed, both threads created by main. Creation and join are no visible operations, so the counts are
// those of aga_figure9.c.
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
