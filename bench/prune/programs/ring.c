// N threads in a ring, each with a number, 1 to N. Each looks at its left neighbour's number, and takes it over where it is
// larger, ROUNDS times. Which numbers come how far depends on the interleaving; the claim is only that none is above N. It
// needs, of every number, that it is at most N, at every place of the program: with pruning, executions grow slowly. Safe.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static int number[N];

static void *pass_maximum(void *argument)
{
    int me = (int)(intptr_t)argument, left = (me + N - 1) % N;
    for (int round = 0; round < ROUNDS; round++) {
        int theirs = number[left];
        if (theirs > number[me])
            number[me] = theirs;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int k = 0; k < N; k++)
        number[k] = k + 1;
    for (intptr_t k = 0; k < N; k++)
        pthread_create(&t[k], NULL, pass_maximum, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], NULL);
    for (int k = 0; k < N; k++)
        assert(number[k] <= N);
    return 0;
}
