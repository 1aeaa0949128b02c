// expect: safe
// heddle: --independence=none
// executions: none=7 classic=7 source=7 optimal=7
// AGSE figure 2 as printed, with both threads created by main. Creation and join are no visible operations, so the counts
// are those of agse_figure2.c.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x;

static void *t1(void *argument)
{
    x = 10;
    x = 20;
    return argument;
}

static void *t2(void *argument)
{
    int a = x;
    int b = x;
    assert(a <= b);
    return argument;
}

int main(void)
{
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x <= 10);
    pthread_t first, second;
    pthread_create(&first, NULL, t1, NULL);
    pthread_create(&second, NULL, t2, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
