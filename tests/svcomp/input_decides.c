extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "input_decides.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int shared;
void *writer(void *unused)
{
    shared = 7;
    return 0;
}
int main()
{
    pthread_t thread;
    unsigned int n = (unsigned int)__VERIFIER_nondet_int();
    pthread_create(&thread, 0, writer, 0);
    int seen = shared;
    pthread_join(thread, 0);
    if (seen == 7 && n == 4000000000u)
        reach_error();
    return 0;
}
