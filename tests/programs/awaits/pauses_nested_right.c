// expect: safe
// case: PAUSE=1 none=1 optimal=1 default=1
// case: PAUSE=2 none=1 optimal=1 default=1
// case: PAUSE=3 none=1 optimal=1 default=1
// case: PAUSE=4 none=1 optimal=1 default=1
// A thread looks some times, yields, and begins to count again, as in libuv: which look it is decides nothing.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

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
#if PAUSE == 1 // up
    for (;;) {
        for (int k = 0; k < 1997; k++)
            if (atomic_load(&flag))
                return;
        sched_yield();
    }
#elif PAUSE == 2 // down, without a sign
    for (;;) {
        for (unsigned k = 1997; k > 0; k--)
            if (atomic_load(&flag))
                return;
        sched_yield();
    }
#elif PAUSE == 3 // until a number is met
    for (;;) {
        for (unsigned k = 3; k != 1997; k++)
            if (atomic_load(&flag))
                return;
        sched_yield();
    }
#elif PAUSE == 4 // below zero
    for (;;) {
        for (long k = -1997; k < -3; k++)
            if (atomic_load(&flag))
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
