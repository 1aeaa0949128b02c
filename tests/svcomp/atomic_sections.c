extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "atomic_sections.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int counter;
void __VERIFIER_atomic_add(int n) { counter = counter + n; }
void *adder(void *unused)
{
    __VERIFIER_atomic_add(1);
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, adder, 0);
    __VERIFIER_atomic_begin();
    int before = counter;
    counter = before + 1;
    __VERIFIER_atomic_end();
    pthread_join(thread, 0);
    if (counter != 2)
        reach_error();
    return 0;
}
