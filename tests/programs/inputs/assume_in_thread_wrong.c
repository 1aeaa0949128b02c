// expect: violation
// kinds: assertion
// What holds when the assumption is made need not hold afterwards.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);

static int x;

static void *worker(void *argument)
{
    __VERIFIER_assume(x == 1);
    assert(x == 1); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 1;
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
