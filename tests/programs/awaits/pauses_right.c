// expect: safe
// case: PAUSE=1 none=1 optimal=1 default=1
// case: PAUSE=1 --property=overflow,assertion none=1 optimal=1 default=1
// case: PAUSE=2 none=1 optimal=1 default=1
// case: PAUSE=3 none=1 optimal=1 default=1
// case: PAUSE=4 none=1 optimal=1 default=1
// case: PAUSE=5 none=1 optimal=1 default=1
// case: PAUSE=6 none=1 optimal=1 default=1
// case: PAUSE=7 none=1 optimal=1 default=1
// case: PAUSE=8 none=1 optimal=1 default=1
// case: PAUSE=9 none=1 optimal=1 default=1
// case: PAUSE=10 none=1 optimal=1 default=1
// case: PAUSE=11 none=1 optimal=1 default=1
// case: PAUSE=12 none=1 optimal=1 default=1
// How long a thread pauses between two looks depends on how often it has looked, which nothing else does: it waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

static atomic_int flag;
static int data;

static inline void relax(void)
{
    __asm__ volatile("pause" ::: "memory");
}

static void relax_often(unsigned n)
{
    while (n-- > 0)
        relax();
}

static void step_back(unsigned round)
{
    if (round < 10)
        relax_often(round);
    else if (round < 20)
        sched_yield();
    else
        usleep(round);
}

struct pause {
    unsigned rounds, total;
};

static void step_further(struct pause *pause)
{
    unsigned rounds = ++pause->rounds;
    pause->total += rounds;
    for (unsigned k = 0; k < rounds; k++)
        relax();
    if (rounds % 8 == 0)
        sched_yield();
}

static void *worker(void *argument)
{
    data = 1;
    atomic_store(&flag, 1);
    return argument;
}

static void wait_for_flag(void)
{
#if PAUSE == 1 // now and then
    int spins = 0;
    while (!atomic_load(&flag))
        if (++spins % 64 == 0)
            sched_yield();
#elif PAUSE == 2 // from some round on
    unsigned spins = 0;
    while (!atomic_load(&flag)) {
        if (spins++ < 100)
            continue;
        sched_yield();
    }
#elif PAUSE == 3 // longer and longer
    for (unsigned long n = 1; !atomic_load(&flag); n += 2)
        for (unsigned long k = 0; k < n; k++)
            relax();
#elif PAUSE == 4 // ever longer, until it begins again
    for (unsigned n = 1; !atomic_load(&flag); n = n * 9 / 8 + 1)
        for (unsigned k = n & 8191; k; k--)
            relax();
#elif PAUSE == 5 // in a function
    for (unsigned n = 0; !atomic_load(&flag); n++)
        step_back(n);
#elif PAUSE == 6 // in one that gets the counter's address
    struct pause pause = {0, 0};
    while (!atomic_load(&flag))
        step_further(&pause);
#elif PAUSE == 7 // another way each time
    for (unsigned n = 0; !atomic_load(&flag); n++)
        switch (n & 3) {
        case 0: sched_yield(); break;
        case 1: relax_often(n); break;
        case 2: usleep(n); break;
        default: break;
        }
#elif PAUSE == 8 // by a condition of two parts
    unsigned n = 0, seen = 0;
    while (!atomic_load(&flag)) {
        n++;
        seen += n > 4 && n % 7 != 3 ? 2 : 1;
        if (seen % 5 == 0 || n % 3 == 1)
            sched_yield();
    }
#elif PAUSE == 9 // two loops with one counter, which also decides what is never used
    unsigned n = 0;
    bool late = false;
    while (!atomic_load(&flag)) {
        if (++n > 1000)
            late = true;
    }
    while (!atomic_load(&flag)) {
        if (++n % 2)
            sched_yield();
    }
#elif PAUSE == 10 // in rounds of several operations
    unsigned n = 0;
    while (!atomic_load(&flag) || !atomic_load(&flag)) {
        for (int k = (int)(n & 1023); k >= 0; k--)
            relax();
        n += 3;
    }
#elif PAUSE == 11 // a compare-exchange that fails
    int expected = 1;
    for (unsigned n = 1; !atomic_compare_exchange_weak(&flag, &expected, 2); n = n * 5 + 1) {
        expected = 1;
        unsigned k = n % 100 + 1;
        do
            sched_yield();
        while (--k);
    }
#elif PAUSE == 12 // signed, and down
    int left = 1000;
    while (!atomic_load(&flag))
        if (--left < 0)
            sched_yield();
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
