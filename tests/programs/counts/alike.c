// expect: safe
// heddle: --slice=off --independence=outcome,threads
// case: N=2 HOW=0 source=1 optimal=1
// case: N=5 HOW=0 source=1 optimal=1 default=1
// case: N=2 HOW=1 optimal=2
// case: N=3 HOW=1 source=6 optimal=6
// case: N=4 HOW=1 optimal=24
// case: N=2 HOW=1 ROUNDS=2 optimal=17
// case: N=2 HOW=1 ROUNDS=3 optimal=164
// case: N=3 HOW=1 ROUNDS=2 optimal=1189
// case: N=2 HOW=2 optimal=3
// case: N=3 HOW=2 optimal=15
// case: N=4 HOW=2 optimal=105
// case: N=5 HOW=2 optimal=945
// case: N=3 HOW=2 ROUNDS=2 optimal=2827
// case: N=3 HOW=3 optimal=1
// case: N=3 HOW=3 ROUNDS=2 optimal=15
// N threads with one routine and one argument. HOW=0: an increment whose result is used. All N! orders are one but for who is who.
// HOW=1: ROUNDS times a store and a read. First operations conflict, so that the threads begin in some order in every class: with one order
// of N! there is one class of N! (4 to 2, 34 to 17, 36 to 6, 576 to 24, 7,134 to 1,189). HOW=3: stores, whose classes are all orders of
// N * ROUNDS events with those of a thread in order: 6 and 90, divided by 6. HOW=2: a read and a store, N!² classes, in which the first reads
// commute. With these in the order of the threads, a class is a sequence of N reads and N stores, each store one of a thread that has read and has not
// stored yet, as many as there are ways to make N pairs of 2 N places, 1 * 3 * 5 * ... * (2 N - 1).
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int x;

static void *run(void *argument)
{
    int seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (HOW == 0)
            seen += atomic_fetch_add(&x, 1);
        if (HOW == 1) {
            x = 1;
            seen += x;
        }
        if (HOW == 2) {
            seen = x;
            x = seen + 1;
        }
        if (HOW == 3)
            x = 1;
    }
    return argument ? (char *)argument + seen : NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int k = 0; k < N; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], NULL);
    return x < 1;
}
