extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "assert_before_error.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int flag, other;
void *writer(void *unused)
{
    flag = 1;
    if (other)
        reach_error();
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    other = 1;
    if (flag)
        __assert_fail("!flag", "assert_before_error.c", 20, "main");
    pthread_join(thread, 0);
    return 0;
}
