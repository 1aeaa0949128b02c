// expect: violation
// kinds: assertion
// heddle: --property=assertion
// por: none optimal default
// unforeseen: an address is moved from one variable to another
// Without memory among the properties nothing asks whether the condition holds, but for where the pointer may have come.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static char other;
static int value;

static void *walk(void *argument)
{
    char *at = &other;
    if (__VERIFIER_nondet_int() == 7) {
        while (at != (char *)&value)
            at += at < (char *)&value ? 1 : -1;
        *at = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, walk, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
