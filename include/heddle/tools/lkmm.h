/* What programs for GenMC find as <lkmm.h> where GenMC's own is not installed: the Linux kernel's names for
 * atomic accesses, fences, spin locks and RCU, as tools/memory-model/ of the kernel describes them. They are
 * macros over C's atomics: memory is sequentially consistent, and memory orders say what is no data race.
 * https://github.com/MPI-SWS/genmc */
#ifndef __LKMM_H__
#define __LKMM_H__

#ifdef __CLANG_STDATOMIC_H
#error "<stdatomic.h> and <lkmm.h> have macros of the same names: include one of them"
#endif

#include <pthread.h>
#include <stdint.h>

/* ---- accesses and fences. Where an address that was read orders what is accessed there, rcu_dereference
 * says so; for READ_ONCE it is not known. */
#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)

#define barrier() __asm__ __volatile__("" : : : "memory")
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_mb__before_atomic() smp_mb()
#define smp_mb__after_atomic() smp_mb()
#define smp_mb__after_spinlock() smp_mb()
#define smp_mb__after_unlock_lock() smp_mb()
#define smp_store_mb(x, v)                                                                                   \
    do {                                                                                                     \
        WRITE_ONCE(x, v);                                                                                    \
        smp_mb();                                                                                            \
    } while (0)

/* ---- updates. Those without a suffix that have a value are full fences. */
#define __heddle_fenced(update)                                                                              \
    __extension__({                                                                                          \
        smp_mb();                                                                                            \
        __auto_type __heddle_value = (update);                                                               \
        smp_mb();                                                                                            \
        __heddle_value;                                                                                      \
    })

#define __heddle_xchg(p, v, order) __atomic_exchange_n((p), (v), order)
#define xchg_relaxed(p, v) __heddle_xchg(p, v, __ATOMIC_RELAXED)
#define xchg_acquire(p, v) __heddle_xchg(p, v, __ATOMIC_ACQUIRE)
#define xchg_release(p, v) __heddle_xchg(p, v, __ATOMIC_RELEASE)
#define xchg(p, v) __heddle_fenced(xchg_relaxed(p, v))

/* The value that was found. One that fails orders nothing. */
#define __heddle_cmpxchg(p, o, n, order)                                                                     \
    __extension__({                                                                                          \
        __typeof__(*(p)) __heddle_found = (o);                                                               \
        (void)__atomic_compare_exchange_n((p), &__heddle_found, (n), 0, order, __ATOMIC_RELAXED);            \
        __heddle_found;                                                                                      \
    })
#define cmpxchg_relaxed(p, o, n) __heddle_cmpxchg(p, o, n, __ATOMIC_RELAXED)
#define cmpxchg_acquire(p, o, n) __heddle_cmpxchg(p, o, n, __ATOMIC_ACQUIRE)
#define cmpxchg_release(p, o, n) __heddle_cmpxchg(p, o, n, __ATOMIC_RELEASE)
#define cmpxchg(p, o, n) __heddle_fenced(cmpxchg_relaxed(p, o, n))

typedef struct {
    int counter;
} atomic_t;

typedef struct {
    int64_t counter;
} atomic64_t;

typedef atomic64_t atomic_long_t;

#define ATOMIC_INIT(i) {(i)}

#define atomic_read(v) READ_ONCE((v)->counter)
#define atomic_set(v, i) WRITE_ONCE((v)->counter, (i))
#define atomic_read_acquire(v) smp_load_acquire(&(v)->counter)
#define atomic_set_release(v, i) smp_store_release(&(v)->counter, (i))

#define atomic_add(i, v) ((void)__atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELAXED))
#define atomic_sub(i, v) ((void)__atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELAXED))
#define atomic_inc(v) atomic_add(1, v)
#define atomic_dec(v) atomic_sub(1, v)

#define atomic_fetch_add_relaxed(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_add_acquire(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_fetch_add(i, v) __heddle_fenced(atomic_fetch_add_relaxed(i, v))
#define atomic_fetch_inc_relaxed(v) atomic_fetch_add_relaxed(1, v)
#define atomic_fetch_inc_acquire(v) atomic_fetch_add_acquire(1, v)
#define atomic_fetch_inc_release(v) atomic_fetch_add_release(1, v)
#define atomic_fetch_inc(v) atomic_fetch_add(1, v)

#define atomic_fetch_sub_relaxed(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_sub_acquire(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_sub_release(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_fetch_sub(i, v) __heddle_fenced(atomic_fetch_sub_relaxed(i, v))
#define atomic_fetch_dec_relaxed(v) atomic_fetch_sub_relaxed(1, v)
#define atomic_fetch_dec_acquire(v) atomic_fetch_sub_acquire(1, v)
#define atomic_fetch_dec_release(v) atomic_fetch_sub_release(1, v)
#define atomic_fetch_dec(v) atomic_fetch_sub(1, v)

#define atomic_add_return_relaxed(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_add_return_acquire(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_add_return_release(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_add_return(i, v) __heddle_fenced(atomic_add_return_relaxed(i, v))
#define atomic_inc_return_relaxed(v) atomic_add_return_relaxed(1, v)
#define atomic_inc_return_acquire(v) atomic_add_return_acquire(1, v)
#define atomic_inc_return_release(v) atomic_add_return_release(1, v)
#define atomic_inc_return(v) atomic_add_return(1, v)

#define atomic_sub_return_relaxed(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_sub_return_acquire(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_sub_return_release(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_sub_return(i, v) __heddle_fenced(atomic_sub_return_relaxed(i, v))
#define atomic_dec_return_relaxed(v) atomic_sub_return_relaxed(1, v)
#define atomic_dec_return_acquire(v) atomic_sub_return_acquire(1, v)
#define atomic_dec_return_release(v) atomic_sub_return_release(1, v)
#define atomic_dec_return(v) atomic_sub_return(1, v)

#define atomic_sub_and_test(i, v) (atomic_sub_return(i, v) == 0)
#define atomic_dec_and_test(v) (atomic_dec_return(v) == 0)
#define atomic_inc_and_test(v) (atomic_inc_return(v) == 0)
#define atomic_add_negative(i, v) (atomic_add_return(i, v) < 0)

#define atomic_xchg_relaxed(v, i) xchg_relaxed(&(v)->counter, i)
#define atomic_xchg_acquire(v, i) xchg_acquire(&(v)->counter, i)
#define atomic_xchg_release(v, i) xchg_release(&(v)->counter, i)
#define atomic_xchg(v, i) xchg(&(v)->counter, i)
#define atomic_cmpxchg_relaxed(v, o, n) cmpxchg_relaxed(&(v)->counter, o, n)
#define atomic_cmpxchg_acquire(v, o, n) cmpxchg_acquire(&(v)->counter, o, n)
#define atomic_cmpxchg_release(v, o, n) cmpxchg_release(&(v)->counter, o, n)
#define atomic_cmpxchg(v, o, n) cmpxchg(&(v)->counter, o, n)

/* Those on bits return what was there. */
#define atomic_and(i, v) ((void)__atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELAXED))
#define atomic_fetch_and_relaxed(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_and_acquire(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_and_release(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_fetch_and(i, v) __heddle_fenced(atomic_fetch_and_relaxed(i, v))
#define atomic_or(i, v) ((void)__atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELAXED))
#define atomic_fetch_or_relaxed(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_or_acquire(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_or_release(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_fetch_or(i, v) __heddle_fenced(atomic_fetch_or_relaxed(i, v))
#define atomic_xor(i, v) ((void)__atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELAXED))
#define atomic_fetch_xor_relaxed(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_xor_acquire(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_xor_release(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_fetch_xor(i, v) __heddle_fenced(atomic_fetch_xor_relaxed(i, v))
#define atomic_andnot(i, v) ((void)__atomic_fetch_and(&(v)->counter, ~(i), __ATOMIC_RELAXED))
#define atomic_fetch_andnot_relaxed(i, v) __atomic_fetch_and(&(v)->counter, ~(i), __ATOMIC_RELAXED)
#define atomic_fetch_andnot_acquire(i, v) __atomic_fetch_and(&(v)->counter, ~(i), __ATOMIC_ACQUIRE)
#define atomic_fetch_andnot_release(i, v) __atomic_fetch_and(&(v)->counter, ~(i), __ATOMIC_RELEASE)
#define atomic_fetch_andnot(i, v) __heddle_fenced(atomic_fetch_andnot_relaxed(i, v))

/* Adds, unless the value is `but`: whether it has added. */
#define atomic_add_unless(v, i, but)                                                                         \
    __extension__({                                                                                          \
        __typeof__((v)->counter) __heddle_old = atomic_read(v), __heddle_seen = 0;                           \
        for (; __heddle_old != (but); __heddle_old = __heddle_seen) {                                        \
            __heddle_seen = atomic_cmpxchg(v, __heddle_old, __heddle_old + (i));                             \
            if (__heddle_seen == __heddle_old)                                                               \
                break;                                                                                       \
        }                                                                                                    \
        __heddle_old != (but);                                                                               \
    })
#define atomic_inc_not_zero(v) atomic_add_unless(v, 1, 0)

/* All of them take variables of any width. */
#define atomic64_read atomic_read
#define atomic64_set atomic_set
#define atomic64_read_acquire atomic_read_acquire
#define atomic64_set_release atomic_set_release
#define atomic64_add atomic_add
#define atomic64_sub atomic_sub
#define atomic64_inc atomic_inc
#define atomic64_dec atomic_dec
#define atomic64_and atomic_and
#define atomic64_or atomic_or
#define atomic64_xor atomic_xor
#define atomic64_andnot atomic_andnot
#define atomic64_sub_and_test atomic_sub_and_test
#define atomic64_dec_and_test atomic_dec_and_test
#define atomic64_inc_and_test atomic_inc_and_test
#define atomic64_add_negative atomic_add_negative
#define atomic64_add_unless atomic_add_unless
#define atomic64_inc_not_zero atomic_inc_not_zero
#define atomic64_fetch_add atomic_fetch_add
#define atomic64_fetch_add_relaxed atomic_fetch_add_relaxed
#define atomic64_fetch_add_acquire atomic_fetch_add_acquire
#define atomic64_fetch_add_release atomic_fetch_add_release
#define atomic64_fetch_sub atomic_fetch_sub
#define atomic64_fetch_sub_relaxed atomic_fetch_sub_relaxed
#define atomic64_fetch_sub_acquire atomic_fetch_sub_acquire
#define atomic64_fetch_sub_release atomic_fetch_sub_release
#define atomic64_fetch_inc atomic_fetch_inc
#define atomic64_fetch_inc_relaxed atomic_fetch_inc_relaxed
#define atomic64_fetch_inc_acquire atomic_fetch_inc_acquire
#define atomic64_fetch_inc_release atomic_fetch_inc_release
#define atomic64_fetch_dec atomic_fetch_dec
#define atomic64_fetch_dec_relaxed atomic_fetch_dec_relaxed
#define atomic64_fetch_dec_acquire atomic_fetch_dec_acquire
#define atomic64_fetch_dec_release atomic_fetch_dec_release
#define atomic64_fetch_and atomic_fetch_and
#define atomic64_fetch_and_relaxed atomic_fetch_and_relaxed
#define atomic64_fetch_and_acquire atomic_fetch_and_acquire
#define atomic64_fetch_and_release atomic_fetch_and_release
#define atomic64_fetch_or atomic_fetch_or
#define atomic64_fetch_or_relaxed atomic_fetch_or_relaxed
#define atomic64_fetch_or_acquire atomic_fetch_or_acquire
#define atomic64_fetch_or_release atomic_fetch_or_release
#define atomic64_fetch_xor atomic_fetch_xor
#define atomic64_fetch_xor_relaxed atomic_fetch_xor_relaxed
#define atomic64_fetch_xor_acquire atomic_fetch_xor_acquire
#define atomic64_fetch_xor_release atomic_fetch_xor_release
#define atomic64_fetch_andnot atomic_fetch_andnot
#define atomic64_fetch_andnot_relaxed atomic_fetch_andnot_relaxed
#define atomic64_fetch_andnot_acquire atomic_fetch_andnot_acquire
#define atomic64_fetch_andnot_release atomic_fetch_andnot_release
#define atomic64_add_return atomic_add_return
#define atomic64_add_return_relaxed atomic_add_return_relaxed
#define atomic64_add_return_acquire atomic_add_return_acquire
#define atomic64_add_return_release atomic_add_return_release
#define atomic64_sub_return atomic_sub_return
#define atomic64_sub_return_relaxed atomic_sub_return_relaxed
#define atomic64_sub_return_acquire atomic_sub_return_acquire
#define atomic64_sub_return_release atomic_sub_return_release
#define atomic64_inc_return atomic_inc_return
#define atomic64_inc_return_relaxed atomic_inc_return_relaxed
#define atomic64_inc_return_acquire atomic_inc_return_acquire
#define atomic64_inc_return_release atomic_inc_return_release
#define atomic64_dec_return atomic_dec_return
#define atomic64_dec_return_relaxed atomic_dec_return_relaxed
#define atomic64_dec_return_acquire atomic_dec_return_acquire
#define atomic64_dec_return_release atomic_dec_return_release
#define atomic64_xchg atomic_xchg
#define atomic64_xchg_relaxed atomic_xchg_relaxed
#define atomic64_xchg_acquire atomic_xchg_acquire
#define atomic64_xchg_release atomic_xchg_release
#define atomic64_cmpxchg atomic_cmpxchg
#define atomic64_cmpxchg_relaxed atomic_cmpxchg_relaxed
#define atomic64_cmpxchg_acquire atomic_cmpxchg_acquire
#define atomic64_cmpxchg_release atomic_cmpxchg_release
#define atomic_long_read atomic_read
#define atomic_long_set atomic_set
#define atomic_long_read_acquire atomic_read_acquire
#define atomic_long_set_release atomic_set_release
#define atomic_long_add atomic_add
#define atomic_long_sub atomic_sub
#define atomic_long_inc atomic_inc
#define atomic_long_dec atomic_dec
#define atomic_long_and atomic_and
#define atomic_long_or atomic_or
#define atomic_long_xor atomic_xor
#define atomic_long_andnot atomic_andnot
#define atomic_long_sub_and_test atomic_sub_and_test
#define atomic_long_dec_and_test atomic_dec_and_test
#define atomic_long_inc_and_test atomic_inc_and_test
#define atomic_long_add_negative atomic_add_negative
#define atomic_long_add_unless atomic_add_unless
#define atomic_long_inc_not_zero atomic_inc_not_zero
#define atomic_long_fetch_add atomic_fetch_add
#define atomic_long_fetch_add_relaxed atomic_fetch_add_relaxed
#define atomic_long_fetch_add_acquire atomic_fetch_add_acquire
#define atomic_long_fetch_add_release atomic_fetch_add_release
#define atomic_long_fetch_sub atomic_fetch_sub
#define atomic_long_fetch_sub_relaxed atomic_fetch_sub_relaxed
#define atomic_long_fetch_sub_acquire atomic_fetch_sub_acquire
#define atomic_long_fetch_sub_release atomic_fetch_sub_release
#define atomic_long_fetch_inc atomic_fetch_inc
#define atomic_long_fetch_inc_relaxed atomic_fetch_inc_relaxed
#define atomic_long_fetch_inc_acquire atomic_fetch_inc_acquire
#define atomic_long_fetch_inc_release atomic_fetch_inc_release
#define atomic_long_fetch_dec atomic_fetch_dec
#define atomic_long_fetch_dec_relaxed atomic_fetch_dec_relaxed
#define atomic_long_fetch_dec_acquire atomic_fetch_dec_acquire
#define atomic_long_fetch_dec_release atomic_fetch_dec_release
#define atomic_long_fetch_and atomic_fetch_and
#define atomic_long_fetch_and_relaxed atomic_fetch_and_relaxed
#define atomic_long_fetch_and_acquire atomic_fetch_and_acquire
#define atomic_long_fetch_and_release atomic_fetch_and_release
#define atomic_long_fetch_or atomic_fetch_or
#define atomic_long_fetch_or_relaxed atomic_fetch_or_relaxed
#define atomic_long_fetch_or_acquire atomic_fetch_or_acquire
#define atomic_long_fetch_or_release atomic_fetch_or_release
#define atomic_long_fetch_xor atomic_fetch_xor
#define atomic_long_fetch_xor_relaxed atomic_fetch_xor_relaxed
#define atomic_long_fetch_xor_acquire atomic_fetch_xor_acquire
#define atomic_long_fetch_xor_release atomic_fetch_xor_release
#define atomic_long_fetch_andnot atomic_fetch_andnot
#define atomic_long_fetch_andnot_relaxed atomic_fetch_andnot_relaxed
#define atomic_long_fetch_andnot_acquire atomic_fetch_andnot_acquire
#define atomic_long_fetch_andnot_release atomic_fetch_andnot_release
#define atomic_long_add_return atomic_add_return
#define atomic_long_add_return_relaxed atomic_add_return_relaxed
#define atomic_long_add_return_acquire atomic_add_return_acquire
#define atomic_long_add_return_release atomic_add_return_release
#define atomic_long_sub_return atomic_sub_return
#define atomic_long_sub_return_relaxed atomic_sub_return_relaxed
#define atomic_long_sub_return_acquire atomic_sub_return_acquire
#define atomic_long_sub_return_release atomic_sub_return_release
#define atomic_long_inc_return atomic_inc_return
#define atomic_long_inc_return_relaxed atomic_inc_return_relaxed
#define atomic_long_inc_return_acquire atomic_inc_return_acquire
#define atomic_long_inc_return_release atomic_inc_return_release
#define atomic_long_dec_return atomic_dec_return
#define atomic_long_dec_return_relaxed atomic_dec_return_relaxed
#define atomic_long_dec_return_acquire atomic_dec_return_acquire
#define atomic_long_dec_return_release atomic_dec_return_release
#define atomic_long_xchg atomic_xchg
#define atomic_long_xchg_relaxed atomic_xchg_relaxed
#define atomic_long_xchg_acquire atomic_xchg_acquire
#define atomic_long_xchg_release atomic_xchg_release
#define atomic_long_cmpxchg atomic_cmpxchg
#define atomic_long_cmpxchg_relaxed atomic_cmpxchg_relaxed
#define atomic_long_cmpxchg_acquire atomic_cmpxchg_acquire
#define atomic_long_cmpxchg_release atomic_cmpxchg_release

/* ---- spin locks. One whose memory is zero is free. */
typedef pthread_mutex_t spinlock_t;

#define __SPIN_LOCK_UNLOCKED(name) PTHREAD_MUTEX_INITIALIZER
#define DEFINE_SPINLOCK(name) spinlock_t name = PTHREAD_MUTEX_INITIALIZER
#define spin_lock_init(l) ((void)pthread_mutex_init((l), 0))
#define spin_lock(l) pthread_mutex_lock(l)
#define spin_unlock(l) pthread_mutex_unlock(l)
#define spin_trylock(l) (!pthread_mutex_trylock(l))
#define spin_is_locked(l) (__atomic_load_n(&(l)->__data.__lock, __ATOMIC_RELAXED) != 0)

/* ---- RCU */
#ifdef __cplusplus
extern "C" {
#endif
void __VERIFIER_rcu_read_lock(void);
void __VERIFIER_rcu_read_unlock(void);
void __VERIFIER_synchronize_rcu(void);
#ifdef __cplusplus
}
#endif

#define rcu_read_lock() __VERIFIER_rcu_read_lock()
#define rcu_read_unlock() __VERIFIER_rcu_read_unlock()
#define synchronize_rcu() __VERIFIER_synchronize_rcu()
#define synchronize_rcu_expedited() __VERIFIER_synchronize_rcu()
#define rcu_dereference(p) __atomic_load_n(&(p), __ATOMIC_CONSUME)
#define rcu_assign_pointer(p, v) __atomic_store_n(&(p), (v), __ATOMIC_RELEASE)

#endif
