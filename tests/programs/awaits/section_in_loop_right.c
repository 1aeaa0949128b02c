// expect: safe
// A loop around an atomic section that changes nothing while another thread has not done its part: the thread comes
// back to where it was inside the section, but each round leaves it. What the sections touch depends on inputs.
// heddle: --property=assertion
// por: none source optimal default
// sleep-blocked: allowed
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned a, b;

static void __VERIFIER_atomic_reduce_a(void)
{
    if (a > b)
        a = a - b;
}

static void __VERIFIER_atomic_reduce_b(void)
{
    if (b > a)
        b = b - a;
}

static void *reducer(void *argument)
{
    while (a != b)
        __VERIFIER_atomic_reduce_a();
    return argument;
}

int main(void)
{
    a = __VERIFIER_nondet_uint();
    b = __VERIFIER_nondet_uint();
    if (a == 0 || a > 4 || b == 0 || b > 4)
        return 0;
    pthread_t t;
    pthread_create(&t, NULL, reducer, NULL);
    while (a != b)
        __VERIFIER_atomic_reduce_b();
    pthread_join(t, NULL);
    assert(a == b);
    return 0;
}
