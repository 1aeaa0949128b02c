extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "overflow_by_two.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int sum = 2147483640;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *adds(void *unused)
{
    pthread_mutex_lock(&lock);
    sum = sum + 5;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, adds, 0);
    adds(0);
    pthread_join(thread, 0);
    return 0;
}
