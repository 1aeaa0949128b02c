// expect: safe
// Whether a summary covers a state is here a question about products of inputs, which takes the solver about as long as it
// is given for one. tests/load looks at whether the answer depends on what else the machine does.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef BOUND
#define BOUND 300
#endif

static unsigned x, y, z, w;

static void *first(void *unused)
{
    w = w + 1;
    x = x + z;
    w = w + 1;
    return unused;
}

static void *second(void *unused)
{
    z = z + 1;
    y = y + z;
    w = w + 2;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < BOUND && k < BOUND && i > 1 && k > 1);
    x = i * k;
    y = i * (k + 1) + (k ^ i);
    z = k & 3;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x != 7u * y + 13);
    assert(w <= 4);
    return 0;
}
