// expect: violation
// kinds: assertion
// Each gives the turn to itself.
#include <assert.h>
#include <pthread.h>

static int interested[2], turn, owner;

static void try_once(int me)
{
    interested[me] = 1;
    turn = me;
    if (!interested[1 - me] || turn == me) {
        owner = me;
        assert(owner == me); // <- violation
    }
    interested[me] = 0;
}

static void *worker(void *argument)
{
    try_once(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    try_once(0);
    pthread_join(t, NULL);
    return 0;
}
