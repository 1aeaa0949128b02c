// expect: violation
// kinds: deadlock
// case: USE=1 none optimal default
// case: USE=2 none optimal default
// case: USE=3 none optimal default
// A thread looks some times and yields, but does not begin to count again: it looks no more, and goes round for ever.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define LIMIT 1200

static atomic_int flag;
static int data;

static void *worker(void *argument)
{
    data = 1;
    atomic_store(&flag, 1);
    return argument;
}

static void wait_for_flag(void)
{
    int rounds = 0, k = 0;
    (void)rounds;
    (void)k;
#if USE == 1 // it counts what it has counted before
    for (;;) {
        for (; k < LIMIT; k++)
            if (atomic_load(&flag))
                return;
        sched_yield();
    }
#elif USE == 2 // it begins where there is nothing left to count
    for (;;) {
        for (; k < LIMIT; k++)
            if (atomic_load(&flag))
                return;
        sched_yield();
        k = LIMIT;
    }
#elif USE == 3 // it begins at one of two places, of which one is the end
    for (;;) {
        for (k = rounds ? LIMIT : 0; k < LIMIT; k++)
            if (atomic_load(&flag))
                return;
        sched_yield();
        rounds = 1;
    }
#endif
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    wait_for_flag();
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
