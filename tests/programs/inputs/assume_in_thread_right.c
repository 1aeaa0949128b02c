// expect: safe
// A thread whose assumption is false blocks for ever; that execution is infeasible, and the join on it no deadlock.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);

static int x;

static void *worker(void *argument)
{
    __VERIFIER_assume(x == 1);
    assert(x == 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
