// A clock that one thread moves on N times, and READERS threads that look at it N times each and claim that it never goes
// back. A reader between two looks needs only that what it saw last is not above the clock: with pruning, executions grow
// with the number of places where the threads can be, not with the number of ways there. Safe.
#include <assert.h>
#include <pthread.h>

#ifndef READERS
#define READERS 1
#endif

static int now;

static void *tick(void *argument)
{
    for (int k = 1; k <= N; k++)
        now = k;
    return argument;
}

static void *look(void *argument)
{
    int last = 0;
    for (int k = 0; k < N; k++) {
        int seen = now;
        assert(last <= seen);
        last = seen;
    }
    return argument;
}

int main(void)
{
    pthread_t clock, readers[READERS];
    pthread_create(&clock, NULL, tick, NULL);
    for (int k = 0; k < READERS; k++)
        pthread_create(&readers[k], NULL, look, NULL);
    pthread_join(clock, NULL);
    for (int k = 0; k < READERS; k++)
        pthread_join(readers[k], NULL);
    return 0;
}
