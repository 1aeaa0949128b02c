// heddle: --property=livelock
// expect: violation
// kinds: livelock
// por: states default
// An input decides whether the other thread ever writes a one. Once it has not, no choice is left in the cycle.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);
static atomic_int x;

static void *thread(void *argument)
{
    int one = __VERIFIER_nondet_bool() ? 0 : 1;
    if (one)
        for (;;) {
            atomic_store(&x, 1);
            atomic_store(&x, 0);
        }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    while (!atomic_load(&x)) // <- violation
        ;
    return 0;
}
