// expect: violation
// kinds: assertion
// heddle: --property=assertion
// Whether a thread ends the program with _exit depends on an input: if not, the assertion behind the join fails.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static void *thread(void *argument)
{
    if (!__VERIFIER_nondet_int())
        _exit(0);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, thread, 0);
    pthread_join(a, 0);
    assert(0); // <- violation
    return 0;
}
