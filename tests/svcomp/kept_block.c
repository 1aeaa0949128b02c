extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "kept_block.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
#include <stdlib.h>
int *block;
void *makes(void *unused)
{
    block = malloc(sizeof *block);
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, makes, 0);
    pthread_join(thread, 0);
    return 0;
}
