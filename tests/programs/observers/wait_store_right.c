// expect: safe
// A waiting loop that stores in every round what another thread also stores: its rounds can be told apart only by what
// the store replaces.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, note;

static void *worker(void *argument)
{
    note = 2;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready)
        note = 1;
    pthread_join(t, NULL);
    assert(note == 1 || note == 2);
    return 0;
}
