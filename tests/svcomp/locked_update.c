extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "locked_update.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int balance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *deposit(void *amount)
{
    pthread_mutex_lock(&lock);
    balance = balance + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main()
{
    pthread_t first, second;
    pthread_create(&first, 0, deposit, 0);
    pthread_create(&second, 0, deposit, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (balance != 2)
        reach_error();
    return 0;
}
