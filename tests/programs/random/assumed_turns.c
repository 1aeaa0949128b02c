// heddle: --property=assertion
// expect: violation
// kinds: assertion
// case: --seed=1 random=1
// case: --seed=2 random=1
// case: ABORTS=1 --seed=3 random=1
// Each of eight threads goes on only if its turn has come. Of their orders one is right: a walk takes back a step after which its
// thread can never go on, and comes to it at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { THREADS = 8 };

extern void __VERIFIER_assume(int holds);

static atomic_int turn;

static void *take_turn(void *number)
{
    int mine = (int)(intptr_t)number;
#ifdef ABORTS
    if (turn != mine)
        abort();
#else
    __VERIFIER_assume(turn == mine);
#endif
    assert(++turn < THREADS); // <- violation
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, take_turn, (void *)(intptr_t)(THREADS - 1 - i));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
