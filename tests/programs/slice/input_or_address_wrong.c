// expect: violation
// kinds: assertion
// heddle: --property=assertion
// A pointer that is an input on one way, and the address of a variable on the other.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern void __VERIFIER_assume(int);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
static int one, other;

static void *writer(void *argument)
{
    uintptr_t number = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(number == (uintptr_t)&other);
    int *pointer = (int *)number;
    if (__VERIFIER_nondet_int())
        pointer = &one;
    *pointer = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int first = other;
    int second = other;
    assert(first == second); // <- violation
    pthread_join(thread, 0);
    return 0;
}
