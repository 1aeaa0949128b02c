// expect: violation
// kinds: assertion
// case: USE=1 none optimal default
// case: USE=2 none optimal default
// case: USE=3 none optimal default
// case: USE=4 none optimal default
// case: USE=5 none optimal default
// case: USE=6 none optimal default
// case: USE=7 none optimal default
// case: USE=8 none optimal default
// case: USE=9 none optimal default
// case: USE=10 none optimal default
// case: USE=11 none optimal default
// case: USE=12 none optimal default
// case: USE=13 none optimal default
// case: USE=14 none optimal default
// The counter of a loop that waits chooses how long it pauses, and decides one thing more, in the end. Its rounds
// are not without effect, though all else comes back after one.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#define LIMIT 1500u

static atomic_int flag;
static int data;
static unsigned copied;
static _Thread_local unsigned own;

static bool is_too_much(const unsigned *n)
{
    return *n / 3 > LIMIT / 3;
}

static unsigned next(unsigned n)
{
    return n + 1;
}

static void fail(void)
{
    assert(0);
}

static void nothing(void)
{
}

static void (*const calls[])(void) = {nothing, fail};

static void pause_for(unsigned n)
{
    if (n % 16 == 0)
        sched_yield();
    for (unsigned k = 0; k < n % 4; k++)
        ;
}

static void *worker(void *argument)
{
    data = 1;
    atomic_store(&flag, 1);
    return argument;
}

static void wait_for_flag(void)
{
    unsigned n = 0, other = 0;
    bool gave_up = false;
    (void)other;
    while (!atomic_load(&flag) && !gave_up) {
        pause_for(n);
#if USE == 1 // leaves the loop
        if (++n > LIMIT)
            break;
#elif USE == 2 // through a function that gets its address
        n++;
        if (is_too_much(&n))
            break;
#elif USE == 3 // through a flag
        if (++n > LIMIT)
            gave_up = true;
#elif USE == 4 // through another counter, which it only decides whether to count
        if (++n > LIMIT - 5)
            other++;
        if (other > 4)
            break;
#elif USE == 5 // which function is called
        n = next(n);
        calls[n == LIMIT]();
#elif USE == 6 // what is stored where others read it
        if (++n > LIMIT)
            atomic_store(&flag, 1);
#elif USE == 7 // what is found after the loop
        n++;
        gave_up = data == 0 && atomic_load(&flag) == 0 && n > LIMIT;
#elif USE == 8 // in a switch
        switch (++n) {
        case 1: sched_yield(); break;
        case LIMIT: gave_up = true; break;
        default: pause_for(n); break;
        }
#elif USE == 9 // through memory
        copied = ++n;
        if (copied > LIMIT)
            return;
#elif USE == 10 // through a variable of the thread
        own++;
        n = own;
        gave_up = own == LIMIT;
#elif USE == 11 // by what a pause computes
        unsigned sum = 0;
        for (unsigned k = 0; k < n; k++)
            sum += 1;
        if (++n && sum == LIMIT)
            break;
#elif USE == 12 // by a product that is never 0 but once
        n++;
        if (!((n ^ LIMIT) * 3u))
            break;
#elif USE == 13 // a pause that fails
        n++;
        if (n % 32 == 0)
            sched_yield();
        assert(n != LIMIT);
#elif USE == 14 // a pause in whose middle something else is done
        if (++n % 2) {
            sched_yield();
            if (n > LIMIT)
                fail();
        }
#endif
    }
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
