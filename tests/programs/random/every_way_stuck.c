// heddle: --property=assertion,deadlock
// expect: inconclusive
// message: random walks leave schedules out \(--por=random\)
// case: --seed=1 random=1000
// case: WAITS=1 --seed=2 random=1000
// Whatever the threads do, none of them goes on: a walk cannot take that back, and ends.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int holds);
extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int never;

static void *stop(void *argument)
{
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assume(never);
    __VERIFIER_assume(never > 1);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, stop, NULL);
#ifdef WAITS
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
#else
    __VERIFIER_assume(__VERIFIER_nondet_bool() && never);
#endif
    return 0;
}
