// expect: violation
// kinds: deadlock
// message: spins for ever
// case: PAUSE=1 none optimal default
// case: PAUSE=2 none optimal default prune-default=off
// case: PAUSE=3 none optimal default
// case: PAUSE=4 none optimal default
// prune: with PAUSE=2 and --prune=on from the start, what each round of the pause does is kept for summaries, and
//   fills 11 GB before the search over states has had its turn: inconclusive
// What a thread waits for never comes, however it pauses; with 3 and 4 it looks at nothing in its rounds, but for a variable of its own.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;

static void *worker(void *argument)
{
    (void)atomic_load(&flag);
    return argument;
}

int main(void)
{
    pthread_t t;
    unsigned n = 0, end = (unsigned)atomic_load(&flag);
    pthread_create(&t, NULL, worker, NULL);
#if PAUSE == 1
    while (!atomic_load(&flag))
        if (++n % 64 == 0)
            sched_yield();
#elif PAUSE == 2
    while (!atomic_load(&flag)) {
        n += 1 + n % 3;
        for (unsigned k = 0; k < n; k++)
            __asm__ volatile("pause");
    }
#elif PAUSE == 3
    while (!end)
        if (++n % 64 == 0)
            sched_yield();
#elif PAUSE == 4
    while (!end) {
        n += 1 + n % 1000;
        for (unsigned k = 0; k < n % 5; k++)
            sched_yield();
    }
#endif
    pthread_join(t, NULL);
    return 0;
}
