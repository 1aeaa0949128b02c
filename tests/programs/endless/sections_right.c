// heddle: --property=assertion,data-race
// expect: safe
// por: states default
// Atomic sections are as under one global lock; what is written in one happens before what another one reads,
// round after round.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int turn, shared;

static void *other(void *argument)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        int mine = turn == 1;
        __VERIFIER_atomic_end();
        if (mine) {
#ifdef WRONG // gives the turn away before it is done
            __VERIFIER_atomic_begin();
            turn = 0;
            __VERIFIER_atomic_end();
            shared = 1;
#else
            shared = 1;
            __VERIFIER_atomic_begin();
            turn = 0;
            __VERIFIER_atomic_end();
#endif
        }
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    for (;;) {
        __VERIFIER_atomic_begin();
        int mine = turn == 0;
        __VERIFIER_atomic_end();
        if (mine) {
            assert(shared == 0 || shared == 1);
            shared = 0;
            __VERIFIER_atomic_begin();
            turn = 1;
            __VERIFIER_atomic_end();
        }
    }
}
