// expect: safe
// heddle: --independence=outcome
// case: THREADS=2 ROUNDS=1 none=2 classic source=1 optimal=1
// case: THREADS=3 ROUNDS=1 source=1 optimal=1
// case: THREADS=5 ROUNDS=1 source=1 optimal=1
// case: THREADS=2 ROUNDS=2 optimal=1
// case: THREADS=4 ROUNDS=2 optimal=1
// case: THREADS=4 ROUNDS=3 optimal=1
// case: THREADS=3 ROUNDS=2 --independence=none optimal=36
// case: THREADS=3 ROUNDS=1 USED=1 optimal=6
// case: THREADS=3 ROUNDS=1 SOME=1 optimal=4
// Threads that meet at one barrier again and again. Nobody can tell in which order they arrive: 1 trace instead of THREADS! for each
// round. Where the results are used, which tell who came last, there is one for each order; where only those of one thread are, each
// of the others comes before it or after it: 2^(THREADS - 1).
#include <pthread.h>
#include <stdint.h>

#ifndef USED
#define USED 0
#endif
#ifndef SOME
#define SOME 0
#endif

static pthread_barrier_t barrier;

static void *run(void *argument)
{
    void *result = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        if (USED || (SOME && argument == NULL)) {
            if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
                result = &barrier;
        } else {
            pthread_barrier_wait(&barrier);
        }
    }
    return result;
}

int main(void)
{
    pthread_t t[THREADS];
    int last = 0;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(t[i], &result);
        last += result != NULL;
    }
    return USED ? last != 1 : SOME ? last > 1 : last;
}
