// expect: violation
// kinds: assertion
// case: USE=1 none optimal default
// case: USE=2 none optimal default
// case: USE=3 none optimal default
// case: USE=4 none optimal default
// case: USE=5 none optimal default
// A thread looks some times, yields and begins to count again, and which look it is decides one thing more.
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
#if USE == 1 // how often it has come to the end
    while (rounds < 3) {
        for (k = 0; k < LIMIT / 3; k++)
            if (atomic_load(&flag))
                return;
        sched_yield();
        rounds++;
    }
#elif USE == 2 // a failure between
    for (;;) {
        for (k = 0; k < LIMIT; k++)
            if (atomic_load(&flag))
                return;
        assert(atomic_load(&flag));
    }
#elif USE == 3 // what the loop's condition counts
    for (;;) {
        for (k = 0; rounds++, k < 100; k++)
            if (atomic_load(&flag) || rounds > LIMIT)
                return;
        sched_yield();
    }
#elif USE == 4 // what is counted between
    for (;;) {
        for (k = 0; k < 400; k++)
            if (atomic_load(&flag) || rounds == 3)
                return;
        sched_yield();
        rounds++;
    }
#elif USE == 5 // which look it is
    for (;;) {
        for (k = 0; k < LIMIT; k++)
            if (atomic_load(&flag) || k == LIMIT - 1)
                return;
        sched_yield();
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
