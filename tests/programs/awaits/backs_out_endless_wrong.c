// expect: violation
// kinds: deadlock
// message: spins for ever
// case: LOCK=1 none optimal default
// case: LOCK=2 none optimal default
// case: LOCK=3 none optimal default
// As backs_out_right.c, but the writer never says that it is done.
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
    data = 3;
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
