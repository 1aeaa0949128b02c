// expect: violation
// kinds: assertion
// heddle: --property=assertion
// A thread is joined by a number that is an input: what it returns is what that thread returned.
#include <assert.h>
#include <pthread.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

static int result;

static void *worker(void *unused)
{
    (void)unused;
    result = 2;
    return &result;
}

int main(void)
{
    pthread_t thread;
    unsigned long number = __VERIFIER_nondet_ulong();
    void *returned;
    pthread_create(&thread, NULL, worker, NULL);
    __VERIFIER_assume(number == (unsigned long)thread);
    pthread_join((pthread_t)number, &returned);
    assert(*(int *)returned == 1); // <- violation
    return 0;
}
