// expect: safe
// heddle: --slice=off --independence=outcome
// case: N=3 HOW=0 none=6 classic source=3 optimal=3
// case: N=4 HOW=0 none=24 classic source=4 optimal=4
// case: N=5 HOW=0 source=5 optimal=5 default=5
// case: N=5 HOW=1 optimal=5
// case: N=5 HOW=2 optimal=5
// case: N=5 HOW=3 optimal=5
// case: N=3 HOW=0 --independence=none source=6 optimal=6
// case: N=4 HOW=0 --independence=none optimal=24
// One compare-and-swap each, of 0 to the thread's own number. The first one succeeds, whosever it is; all others fail, and read
// what the first has written. Reads are in no order: N traces. Plainly each is an update of the same variable: N!.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int taken;

static int take(int number)
{
    int expected = 0;
#if HOW == 0
    return atomic_compare_exchange_strong(&taken, &expected, number);
#elif HOW == 1
    return __sync_bool_compare_and_swap((int *)&taken, expected, number);
#elif HOW == 2
    return __atomic_compare_exchange_n((int *)&taken, &expected, number, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
#else
    unsigned char success;
    __asm__ volatile("lock cmpxchgl %3, %1\n\tsete %2"
                     : "+a"(expected), "+m"(*(int *)&taken), "=q"(success)
                     : "r"(number)
                     : "memory", "cc");
    return success;
#endif
}

static void *run(void *argument)
{
    return take((int)(intptr_t)argument) ? argument : NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 1));
    int winners = 0;
    for (int i = 0; i < N; i++) {
        void *result;
        pthread_join(threads[i], &result);
        winners += result != NULL;
    }
    return winners != 1;
}
