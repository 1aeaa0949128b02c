extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "atomic_and_plain.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int counter;
void *adder(void *unused)
{
    __VERIFIER_atomic_begin();
    counter = counter + 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, adder, 0);
    counter = 5;
    pthread_join(thread, 0);
    return 0;
}
