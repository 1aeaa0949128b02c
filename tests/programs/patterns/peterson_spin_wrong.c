// expect: violation
// kinds: assertion
// The same mistake in the algorithm that waits.
#include <assert.h>
#include <pthread.h>

static volatile int interested[2], turn, owner;

static void enter(int me)
{
    interested[me] = 1;
    turn = me;
    while (interested[1 - me] && turn != me)
        ;
    owner = me;
    assert(owner == me); // <- violation
    interested[me] = 0;
}

static void *worker(void *argument)
{
    enter(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    enter(0);
    pthread_join(t, NULL);
    return 0;
}
