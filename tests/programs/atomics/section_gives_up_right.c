// expect: safe
// An assumption that fails in the middle of an atomic section discards the execution: no thread may see half of it.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int taken, tickets;

static void *taker(void *argument)
{
    __VERIFIER_atomic_begin();
    taken++;
    __VERIFIER_assume(tickets > 0);
    tickets--;
    __VERIFIER_atomic_end();
    return argument;
}

static void *seller(void *argument)
{
    __VERIFIER_atomic_begin();
    assert(taken == 0 || taken == 1);
    assert(taken + tickets == 1 || tickets == 0 || taken == 0);
    tickets = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(taken + tickets == 1);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, taker, NULL);
    pthread_create(&u, NULL, seller, NULL);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    return 0;
}
