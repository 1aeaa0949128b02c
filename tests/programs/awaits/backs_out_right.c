// expect: safe
// case: LOCK=1 none optimal default
// case: LOCK=2 none optimal default
// case: LOCK=3 none optimal default
// A reader announces itself, sees the writer, and takes that back, again and again: the updates, of which nobody uses the
// results, are ordered from then on, so that the round is one without effect.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int readers, writer;
static int data;

static void read_lock(void)
{
#if LOCK == 1
    for (;;) {
        atomic_fetch_add(&readers, 1);
        if (!atomic_load(&writer))
            break;
        atomic_fetch_sub(&readers, 1);
    }
#elif LOCK == 2
    for (;;) {
        atomic_fetch_or(&readers, 4);
        if (!atomic_load(&writer))
            break;
        atomic_fetch_and(&readers, ~4);
        sched_yield();
    }
#else
    unsigned spins = 0;
    while (atomic_fetch_add(&readers, 1), atomic_load(&writer)) {
        atomic_fetch_sub(&readers, 1);
        if (++spins % 8 == 0)
            sched_yield();
    }
#endif
}

static void read_unlock(void)
{
#if LOCK == 2
    atomic_fetch_and(&readers, ~4);
#else
    atomic_fetch_sub(&readers, 1);
#endif
}

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
