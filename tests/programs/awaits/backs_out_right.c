// expect: safe
// case: LOCK=1 none optimal default
// case: LOCK=2 none optimal default
// case: LOCK=3 none optimal default
// A reader announces itself, sees the writer, and takes that back, again and again: the updates, of which nobody uses the
// results, are ordered from then on, so that the round is one without effect.
#include "support/backs_out.h"
#include <assert.h>
#include <pthread.h>

static int data;

static void *write_data(void *argument)
{
    atomic_store(&writer, 1);
    while (atomic_load(&readers))
        sched_yield();
    data = 1;
    data = 2;
    atomic_store(&writer, 0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write_data, NULL);
    read_lock();
    assert(data != 1);
    read_unlock();
    pthread_join(t, NULL);
    return 0;
}
