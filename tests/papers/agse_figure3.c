// expect: safe
// heddle: --independence=none
// executions: none=8 classic=8 source=8 optimal=8 prune=4 prune-none=4
// AGSE figure 3 with k = 3 independent segments, one after the other: in each the read and the write of one variable
// come in either order, 2^3 = 8 executions. The two operations conflict, so no reduction applies.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int x, y, z;

static void *write_ten(void *argument)
{
    *(int *)argument = 10;
    return NULL;
}

static void segment(int *variable)
{
    pthread_t t;
    pthread_create(&t, NULL, write_ten, variable);
    int a = *variable;
    assert(a > 0);
    pthread_join(t, NULL);
}

int main(void)
{
    x = y = z = 1;
    segment(&x);
    segment(&y);
    segment(&z);
    return 0;
}
