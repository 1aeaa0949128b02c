// The Linux kernel's RCU, as programs for GenMC use it (include/heddle/tools/lkmm.h): synchronize_rcu returns
// when the read-side critical sections that had begun before it have ended.
#include "runtime/runtime.h"

int __heddle_own_number(void);
void __CPROVER_assert(int condition, const char *text);

// Of each thread: 0 outside of its sections. Inside, SECTION, and the bits of those threads whose
// synchronize_rcu waits for the section's end. Threads that only read are so in no order with each other, and
// what a loop of sections changes it changes back.
enum { THREADS = 63 };
#define SECTION ((uint64_t)1 << THREADS)
static uint64_t words[THREADS];
static _Thread_local unsigned depth; // of sections within each other
static int begun;                    // whether a synchronize_rcu has: for data races, whatever it holds

static int own_number(void)
{
    int number = __heddle_own_number();
    if (number < 0 || number >= THREADS)
        __heddle_unmodelled("RCU in more than the first 63 threads");
    return number;
}

void __VERIFIER_rcu_read_lock(void)
{
    if (depth++)
        return;
    __atomic_store_n(&words[own_number()], SECTION, __ATOMIC_RELAXED);
    // A section that a synchronize_rcu does not wait for has begun after it, and after what stands before it.
    if (__heddle_looks_for_races())
        __atomic_load_n(&begun, __ATOMIC_ACQUIRE);
}

void __VERIFIER_rcu_read_unlock(void)
{
    __CPROVER_assert(depth > 0, "rcu_read_unlock in a read-side critical section");
    if (--depth == 0)
        __atomic_store_n(&words[own_number()], 0, __ATOMIC_RELEASE);
}

void __VERIFIER_synchronize_rcu(void)
{
    uint64_t own = (uint64_t)1 << own_number();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (__heddle_looks_for_races())
        __atomic_fetch_or(&begun, 1, __ATOMIC_RELEASE);
    bool waits[THREADS];
    heddle_atomic_begin();
    for (int i = 0; i < THREADS; i++) {
        waits[i] = __atomic_load_n(&words[i], __ATOMIC_ACQUIRE) != 0;
        if (waits[i])
            __atomic_fetch_or(&words[i], own, __ATOMIC_RELAXED);
    }
    heddle_atomic_end();
    for (int i = 0; i < THREADS; i++)
        if (waits[i])
            while (__atomic_load_n(&words[i], __ATOMIC_ACQUIRE) & own)
                ;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
