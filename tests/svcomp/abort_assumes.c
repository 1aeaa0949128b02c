extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "abort_assumes.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int shared;
void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}
void *writer(void *unused)
{
    shared = shared + 1;
    return 0;
}
int main()
{
    pthread_t thread;
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n > 3 && n < 100);
    shared = n;
    pthread_create(&thread, 0, writer, 0);
    pthread_join(thread, 0);
    if (shared <= 4)
        reach_error();
    return 0;
}
