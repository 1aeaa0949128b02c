// expect: safe
// heddle: --independence=none
// executions: none=7 classic=7 source=7 optimal=7 prune=5 prune-none=5
// AGSE figure 2. main plays T2, so that both threads exist when the first of the four visible operations (two writes,
// two reads of x) is due: C(4, 2) = 6 interleavings. Every write conflicts with every read, so each is a trace of its
// own, and partial order reduction saves none; nor does it add any, since at every node with both threads enabled each
// choice begins a different trace. The seventh execution is the infeasible one, where the assumption does not hold.
// With pruning 5, as in the paper: it counts 1 complete and 4 partial, here it is 3 and 2, since main goes on first.
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

int main(void)
{
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x <= 10);
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    int a = x;
    int b = x;
    assert(a <= b);
    pthread_join(t, NULL);
    return 0;
}
