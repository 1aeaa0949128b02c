// Readers of the backs_out programs: they announce themselves in `readers`, see the writer, and take that back.
#include <sched.h>
#include <stdatomic.h>

static atomic_int readers, writer;

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
