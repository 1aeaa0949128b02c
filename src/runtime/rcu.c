// The Linux kernel's RCU, as programs for GenMC use it (include/heddle/tools/lkmm.h): synchronize_rcu returns
// when the read-side critical sections that had begun before it have ended.
#include "runtime/runtime.h"

int __heddle_own_number(void);
void __CPROVER_assert(int condition, const char *text);

// Of each thread that reads: how often it has entered or left its outermost section; odd while it is in one.
// Only the thread itself writes there, so that readers are in no order with each other.
enum { READERS = 64 };
static unsigned crossings[READERS];
static _Thread_local unsigned depth;
static unsigned periods; // of waiting that have begun

static unsigned *own_crossings(void)
{
    int number = __heddle_own_number();
    if (number < 0 || number >= READERS)
        __heddle_unmodelled("rcu_read_lock by more than the first 64 threads");
    return &crossings[number];
}

void __VERIFIER_rcu_read_lock(void)
{
    if (depth++)
        return;
    unsigned *own = own_crossings();
    __atomic_store_n(own, *own + 1, __ATOMIC_RELAXED);
    // A section that a synchronize_rcu does not wait for has begun after it, and after what stands before it.
    if (__heddle_looks_for_races())
        __atomic_load_n(&periods, __ATOMIC_ACQUIRE);
}

void __VERIFIER_rcu_read_unlock(void)
{
    __CPROVER_assert(depth > 0, "rcu_read_unlock in a read-side critical section");
    if (--depth)
        return;
    unsigned *own = own_crossings();
    __atomic_store_n(own, *own + 1, __ATOMIC_RELEASE);
}

void __VERIFIER_synchronize_rcu(void)
{
    unsigned found[READERS];
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (__heddle_looks_for_races())
        __atomic_fetch_add(&periods, 1, __ATOMIC_RELEASE);
    heddle_atomic_begin();
    for (int i = 0; i < READERS; i++)
        found[i] = __atomic_load_n(&crossings[i], __ATOMIC_ACQUIRE);
    heddle_atomic_end();
    for (int i = 0; i < READERS; i++)
        if (found[i] % 2)
            while (__atomic_load_n(&crossings[i], __ATOMIC_ACQUIRE) == found[i])
                ;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
