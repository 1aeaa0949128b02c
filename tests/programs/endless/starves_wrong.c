// expect: violation
// kinds: assertion
// case: LOOP=1 none optimal default
// case: LOOP=2 none optimal default
// case: LOOP=3 none optimal default
// The first execution goes round a loop that never comes back to a state, and for ever; what fails does so in another
// execution, where the loop is left early, or beside it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static atomic_ullong looks;
static unsigned long long rounds, last;

static void *waiter(void *argument)
{
#if LOOP == 1 // counts, and looks at it in the end
    while (!atomic_load(&flag))
        rounds++;
    assert(rounds != 2);
#elif LOOP == 2 // does so where others see it
    while (!atomic_load(&flag))
        atomic_fetch_add(&looks, 1);
    assert(atomic_load(&looks) != 1);
#elif LOOP == 3 // for ever
    for (;;)
        last = last * 5 + (unsigned)atomic_load(&flag) + 1;
#endif
    return argument;
}

static void *setter(void *argument)
{
    atomic_store(&flag, 1);
#if LOOP == 3
    assert(atomic_load(&flag) != 1);
#endif
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_create(&u, NULL, setter, NULL);
    pthread_join(u, NULL);
    if (last == 7)
        atomic_store(&looks, 0);
    pthread_join(t, NULL);
    return 0;
}
