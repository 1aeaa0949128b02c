// A value that others see is drawn again and again until it suits: inputs that were refused, and those that have been replaced, are
// gone from the state, and with them what was decided about them (term/project.h).
// por: default states
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int seed = 1;

static void *watch(void *argument)
{
    for (;;)
        assert(seed != 0);
    return argument;
}

static void *draw(void *argument)
{
    for (;;) {
        int old = seed, next;
        do
            next = __VERIFIER_nondet_int();
        while (next == old || next == 0);
        if (atomic_compare_exchange_strong(&seed, &old, next))
            continue;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, watch, NULL);
    pthread_create(&threads[1], NULL, draw, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
