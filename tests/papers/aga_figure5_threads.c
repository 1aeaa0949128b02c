// expect: safe
// heddle: --property=assertion --independence=none
// case: ROUNDS=1 none=6 classic source=4 optimal=4 default=1
// case: ROUNDS=2 none=70 classic source=34 optimal=34 default=1
// case: ROUNDS=2 ASSERTED=1 none=70 classic source=34 optimal=34 default=34
// AGA figure 5 with a second thread that calls add() as well, and counts the calls in memory that both share. The sum that
// is asserted is main's own. add() is in the slice; what it does to the counter is not, although it is done in a function
// of the slice: one execution. With ASSERTED=1 an assertion is about the counter, and everything counts again.
//
// Without slices each call reads and writes the counter, r w, and there are C(4, 2) = 6 and C(8, 4) = 70 schedules. One
// round has 4 traces, r w before the other's, twice, or both reads first and either write the last. With two rounds, a trace
// says where main's r w r w lie among those of the thread, up to the order of reads: its writes after p <= q of the 4
// operations, its first read after i of the 2 writes, its second one after j and no later than just before the next one;
// 2 i <= p, 2 j <= q, p <= 2 j + 1, i <= j. That has 34 solutions.
#include <assert.h>
#include <pthread.h>

static int calls;

static int add(int a, int b)
{
    calls++;
    return a + b;
}

static int sum_up(int rounds)
{
    int sum = 0;
    for (int i = 0; i < rounds; i++)
        sum = add(sum, i);
    return sum;
}

static void *t1(void *argument)
{
    (void)sum_up(ROUNDS);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    int sum = sum_up(ROUNDS);
    assert(sum == ROUNDS * (ROUNDS - 1) / 2);
    pthread_join(t, NULL);
#ifdef ASSERTED
    assert(calls > 0);
#endif
    return 0;
}
