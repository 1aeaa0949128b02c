// expect: safe
// A ticket lock, where each thread looks once whether it is its turn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, serving;
static int owner;

static void try_once(int me)
{
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    if (atomic_load(&serving) == mine) {
        owner = me;
        assert(owner == me);
        atomic_store(&serving, mine + 1);
    }
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
