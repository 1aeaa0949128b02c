// expect: violation
// kinds: data-race
// heddle: --property=data-race --prune=on --race-proof=off
// rule: race-order none classic source optimal
// docs/design.md 7.23: a flag is set with release in one mode, and relaxed in the other one. Who finds it set is ordered behind what came
// before only in the first mode, and the state behind it, which is seen first there, does not tell in which mode it was.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, other;
static int relaxed, shared;

static void *set(void *argument)
{
    shared = 1;
    if (relaxed)
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    else
        atomic_store(&flag, 1);
    return argument;
}

static void *find(void *argument)
{
    if (atomic_load(&flag))
        shared = 2; // <- violation
    return argument;
}

// Somebody who can always go on, so that each state is one in which there is a choice.
static void *beside(void *argument)
{
    other++;
    other++;
    return argument;
}

static __attribute__((noinline)) void set_relaxed(int value)
{
    relaxed = value;
}

int main(void)
{
    pthread_t threads[3];
    unsigned drawn;
    heddle_symbolic(&drawn, sizeof drawn, "relaxed");
    if (drawn == 0)
        set_relaxed(1);
    else
        set_relaxed(0);
    pthread_create(&threads[0], 0, set, 0);
    pthread_create(&threads[1], 0, find, 0);
    pthread_create(&threads[2], 0, beside, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], 0);
    return 0;
}
