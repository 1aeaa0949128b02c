// expect: safe
// heddle: --independence=none
// executions: none=54 source=36 optimal=36 prune=13 prune-none=17
// AGSE figure 4 and table 1. main plays T2. x++ and y++ are atomic, two visible operations a thread: 6 interleavings.
// The first increment of a variable returns its input, the second the input plus one: whether each is 0 divides the
// inputs in three classes for x (0, -1, others) and three for y, 9 in all; 6 * 9 = 54. Each variable's
// increments come in either order, 4 traces: 4 * 9 = 36 (the paper prints 34). The branches call functions, lest a
// compiler makes them selections.
// With pruning, as in the paper: 17 with `none` (at most 18), 13 with it: of the graph in figure 4, reduction and summaries
// together leave 8 states and 10 steps between them, each with both sides of a branch; each way to a state that is known
// already ends an execution. With slices, which find that nothing is asserted, 1.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int x, y;

static void zero(void) {}
static void other(void) {}

static void body(void)
{
    int a = __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
    if (a == 0)
        zero();
    else
        other();
    a = __atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST);
    if (a == 0)
        zero();
    else
        other();
}

static void *t1(void *argument)
{
    body();
    return argument;
}

int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    body();
    pthread_join(t, NULL);
    return 0;
}
