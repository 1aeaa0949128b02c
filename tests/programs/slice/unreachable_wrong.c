// expect: violation
// kinds: assertion
// What must not be reached is, on a branch that nothing else depends on, for one value of an input.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *work(void *argument)
{
    int n = __VERIFIER_nondet_int();
    if (n == 4711)
        __builtin_unreachable(); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
