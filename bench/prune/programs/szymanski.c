// Szymanski's algorithm: two threads are inside ROUNDS times each, never together. A waiting room with a door: who wants in
// (1) enters the room while the door is open (3), waits in it (2) for others on their way, shuts the door (4), and the
// lower number goes first. Safe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { AWAY, WANTS, WAITS, ENTERS, SHUTS };

static atomic_int state[2];
static int inside;

static void *visit(void *argument)
{
    int me = (int)(intptr_t)argument, other = 1 - me;
    for (int round = 0; round < ROUNDS; round++) {
        state[me] = WANTS;
        while (state[other] >= ENTERS)
            ;
        state[me] = ENTERS;
        if (state[other] == WANTS) {
            state[me] = WAITS;
            while (state[other] != SHUTS)
                ;
        }
        state[me] = SHUTS;
        if (me == 1)
            while (state[other] >= WAITS)
                ;
        inside = me;
        assert(inside == me);
        if (me == 0)
            for (int seen = state[other]; seen == WAITS || seen == ENTERS; seen = state[other])
                ;
        state[me] = AWAY;
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, visit, (void *)0);
    pthread_create(&second, NULL, visit, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
