extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "assert_is_no_error.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int flag;
void *writer(void *unused)
{
    flag = 1;
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    if (flag)
        __assert_fail("!flag", "assert_is_no_error.c", 17, "main");
    pthread_join(thread, 0);
    if (!flag)
        reach_error();
    return 0;
}
