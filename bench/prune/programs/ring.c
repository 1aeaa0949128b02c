// THREADS threads in a ring, each with a number, 1 to THREADS going down. Each takes the larger one of its own and its left
// neighbour's number, N times. Which numbers come how far depends on the interleaving; the claim is only that none is
// above THREADS. At any place of the program it needs no more than that no number, and none that was read, is above that:
// with pruning, executions grow with the number of places, not with the number of ways there. Safe.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int number[THREADS];

static void *pass_maximum(void *argument)
{
    int me = (int)(intptr_t)argument, left = (me + THREADS - 1) % THREADS;
    for (int round = 0; round < N; round++) {
        int theirs = number[left], mine = number[me];
        number[me] = theirs > mine ? theirs : mine;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int k = 0; k < THREADS; k++)
        number[k] = THREADS - k;
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, pass_maximum, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    for (int k = 0; k < THREADS; k++)
        assert(number[k] <= THREADS);
    return 0;
}
