// expect: violation
// kinds: assertion
// AGSE figure 2 with 11 for 10 in the assumption: run 5 (a = x, x = 10, b = x) fails for x = 11 (AGSE section 2).
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
    __VERIFIER_assume(x <= 11);
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    int a = x;
    int b = x;
    assert(a <= b); // <- violation
    pthread_join(t, NULL);
    return 0;
}
