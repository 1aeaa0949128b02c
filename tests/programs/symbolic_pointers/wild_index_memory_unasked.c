// heddle: --property=assertion
// expect: violation
// kinds: assertion
// timeout: 10
// An access that fails ends its thread, for all values that make it fail at once; what other threads do with these
// values is not lost.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int x[10], i;

static void *store(void *argument)
{
    x[i] = 1;
    return argument;
}

int main(void)
{
    i = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, NULL, store, NULL);
    assert(i != 12345678); // <- violation
    return 0;
}
