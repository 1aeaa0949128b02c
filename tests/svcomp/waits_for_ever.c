extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "waits_for_ever.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *waits(void *unused)
{
    int *block = malloc(sizeof *block);
    block = 0;
    pthread_mutex_lock(&lock);
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, waits, 0);
    return 0;
}
