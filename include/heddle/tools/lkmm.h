/* What programs for Dartagnan find as <lkmm.h> where Dartagnan's own is not installed: the accesses, atomic
 * operations and spinlocks of the Linux kernel's memory model (tools/memory-model in the kernel). Heddle's
 * memory is sequentially consistent: barriers, and the suffixes that say how an operation is ordered, mean
 * nothing. RCU is not here. */
#ifndef LKMM_H
#define LKMM_H

#include <pthread.h>
#include <stdint.h>

/* ---- accesses and barriers */

#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define WRITE_ONCE(x, value) __atomic_store_n(&(x), (value), __ATOMIC_SEQ_CST)
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define smp_store_release(p, value) __atomic_store_n((p), (value), __ATOMIC_SEQ_CST)
#define smp_store_mb(x, value) WRITE_ONCE(x, value)
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_assign_pointer(p, value) WRITE_ONCE(p, value)

#define barrier() __asm__ __volatile__("" : : : "memory")
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb() smp_mb()
#define smp_wmb() smp_mb()
#define smp_mb__before_atomic() smp_mb()
#define smp_mb__after_atomic() smp_mb()
#define smp_mb__after_spinlock() smp_mb()
#define smp_mb__after_unlock_lock() smp_mb()

#define xchg(p, value) __atomic_exchange_n((p), (value), __ATOMIC_SEQ_CST)
#define xchg_relaxed xchg
#define xchg_acquire xchg
#define xchg_release xchg
#define cmpxchg(p, old, value)                                                                               \
    __extension__({                                                                                          \
        __typeof__(*(p)) __lkmm_old = (old);                                                                 \
        __atomic_compare_exchange_n((p), &__lkmm_old, (value), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        __lkmm_old;                                                                                          \
    })
#define cmpxchg_relaxed cmpxchg
#define cmpxchg_acquire cmpxchg
#define cmpxchg_release cmpxchg

/* ---- atomic variables */

typedef struct {
    int counter;
} atomic_t;
typedef struct {
    int64_t counter;
} atomic64_t;
typedef atomic64_t atomic_long_t;
#define ATOMIC_INIT(value) {value}

/* An operation, in each order. */
#define __LKMM_ORDERED(NAME, ORDER, NUMBER, TYPE)                                                            \
    static inline NUMBER NAME##_fetch_add##ORDER(NUMBER n, TYPE *v)                                          \
    {                                                                                                        \
        return __atomic_fetch_add(&v->counter, n, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_fetch_sub##ORDER(NUMBER n, TYPE *v)                                          \
    {                                                                                                        \
        return __atomic_fetch_sub(&v->counter, n, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_fetch_and##ORDER(NUMBER n, TYPE *v)                                          \
    {                                                                                                        \
        return __atomic_fetch_and(&v->counter, n, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_fetch_andnot##ORDER(NUMBER n, TYPE *v)                                       \
    {                                                                                                        \
        return __atomic_fetch_and(&v->counter, ~n, __ATOMIC_SEQ_CST);                                        \
    }                                                                                                        \
    static inline NUMBER NAME##_fetch_or##ORDER(NUMBER n, TYPE *v)                                           \
    {                                                                                                        \
        return __atomic_fetch_or(&v->counter, n, __ATOMIC_SEQ_CST);                                          \
    }                                                                                                        \
    static inline NUMBER NAME##_fetch_xor##ORDER(NUMBER n, TYPE *v)                                          \
    {                                                                                                        \
        return __atomic_fetch_xor(&v->counter, n, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_fetch_inc##ORDER(TYPE *v)                                                    \
    {                                                                                                        \
        return __atomic_fetch_add(&v->counter, 1, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_fetch_dec##ORDER(TYPE *v)                                                    \
    {                                                                                                        \
        return __atomic_fetch_sub(&v->counter, 1, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_add_return##ORDER(NUMBER n, TYPE *v)                                         \
    {                                                                                                        \
        return __atomic_add_fetch(&v->counter, n, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_sub_return##ORDER(NUMBER n, TYPE *v)                                         \
    {                                                                                                        \
        return __atomic_sub_fetch(&v->counter, n, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_inc_return##ORDER(TYPE *v)                                                   \
    {                                                                                                        \
        return __atomic_add_fetch(&v->counter, 1, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_dec_return##ORDER(TYPE *v)                                                   \
    {                                                                                                        \
        return __atomic_sub_fetch(&v->counter, 1, __ATOMIC_SEQ_CST);                                         \
    }                                                                                                        \
    static inline NUMBER NAME##_xchg##ORDER(TYPE *v, NUMBER n)                                               \
    {                                                                                                        \
        return __atomic_exchange_n(&v->counter, n, __ATOMIC_SEQ_CST);                                        \
    }                                                                                                        \
    static inline NUMBER NAME##_cmpxchg##ORDER(TYPE *v, NUMBER old, NUMBER n)                                \
    {                                                                                                        \
        __atomic_compare_exchange_n(&v->counter, &old, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
        return old;                                                                                          \
    }

#define __LKMM_ATOMIC(NAME, NUMBER, TYPE)                                                                    \
    __LKMM_ORDERED(NAME, , NUMBER, TYPE)                                                                     \
    __LKMM_ORDERED(NAME, _relaxed, NUMBER, TYPE)                                                             \
    __LKMM_ORDERED(NAME, _acquire, NUMBER, TYPE)                                                             \
    __LKMM_ORDERED(NAME, _release, NUMBER, TYPE)                                                             \
    static inline NUMBER NAME##_read(const TYPE *v)                                                          \
    {                                                                                                        \
        return __atomic_load_n(&v->counter, __ATOMIC_SEQ_CST);                                               \
    }                                                                                                        \
    static inline NUMBER NAME##_read_acquire(const TYPE *v)                                                  \
    {                                                                                                        \
        return __atomic_load_n(&v->counter, __ATOMIC_SEQ_CST);                                               \
    }                                                                                                        \
    static inline void NAME##_set(TYPE *v, NUMBER n)                                                         \
    {                                                                                                        \
        __atomic_store_n(&v->counter, n, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                        \
    static inline void NAME##_set_release(TYPE *v, NUMBER n)                                                 \
    {                                                                                                        \
        __atomic_store_n(&v->counter, n, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                        \
    static inline void NAME##_add(NUMBER n, TYPE *v)                                                         \
    {                                                                                                        \
        __atomic_fetch_add(&v->counter, n, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                        \
    static inline void NAME##_sub(NUMBER n, TYPE *v)                                                         \
    {                                                                                                        \
        __atomic_fetch_sub(&v->counter, n, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                        \
    static inline void NAME##_and(NUMBER n, TYPE *v)                                                         \
    {                                                                                                        \
        __atomic_fetch_and(&v->counter, n, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                        \
    static inline void NAME##_andnot(NUMBER n, TYPE *v)                                                      \
    {                                                                                                        \
        __atomic_fetch_and(&v->counter, ~n, __ATOMIC_SEQ_CST);                                               \
    }                                                                                                        \
    static inline void NAME##_or(NUMBER n, TYPE *v)                                                          \
    {                                                                                                        \
        __atomic_fetch_or(&v->counter, n, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                        \
    static inline void NAME##_inc(TYPE *v)                                                                   \
    {                                                                                                        \
        __atomic_fetch_add(&v->counter, 1, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                        \
    static inline void NAME##_dec(TYPE *v)                                                                   \
    {                                                                                                        \
        __atomic_fetch_sub(&v->counter, 1, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                        \
    static inline int NAME##_sub_and_test(NUMBER n, TYPE *v)                                                 \
    {                                                                                                        \
        return NAME##_sub_return(n, v) == 0;                                                                 \
    }                                                                                                        \
    static inline int NAME##_dec_and_test(TYPE *v)                                                           \
    {                                                                                                        \
        return NAME##_dec_return(v) == 0;                                                                    \
    }                                                                                                        \
    static inline int NAME##_inc_and_test(TYPE *v)                                                           \
    {                                                                                                        \
        return NAME##_inc_return(v) == 0;                                                                    \
    }                                                                                                        \
    static inline int NAME##_add_negative(NUMBER n, TYPE *v)                                                 \
    {                                                                                                        \
        return NAME##_add_return(n, v) < 0;                                                                  \
    }                                                                                                        \
    static inline int NAME##_add_unless(TYPE *v, NUMBER n, NUMBER but)                                       \
    {                                                                                                        \
        NUMBER old = NAME##_read(v);                                                                         \
        while (old != but && !__atomic_compare_exchange_n(&v->counter, &old, old + n, 0, __ATOMIC_SEQ_CST,   \
                                                          __ATOMIC_SEQ_CST)) {                               \
        }                                                                                                    \
        return old != but;                                                                                   \
    }                                                                                                        \
    static inline int NAME##_inc_not_zero(TYPE *v)                                                           \
    {                                                                                                        \
        return NAME##_add_unless(v, 1, 0);                                                                   \
    }
__LKMM_ATOMIC(atomic, int, atomic_t)
__LKMM_ATOMIC(atomic64, int64_t, atomic64_t)
__LKMM_ATOMIC(atomic_long, int64_t, atomic_long_t)

/* ---- spinlocks: zeros are one that is free */

typedef struct spinlock {
    pthread_mutex_t __lkmm_mutex;
} spinlock_t;
#define DEFINE_SPINLOCK(name) spinlock_t name
#define spin_lock_init(l) pthread_mutex_init(&(l)->__lkmm_mutex, 0)
#define spin_lock(l) ((void)pthread_mutex_lock(&(l)->__lkmm_mutex))
#define spin_unlock(l) ((void)pthread_mutex_unlock(&(l)->__lkmm_mutex))
#define spin_trylock(l) (pthread_mutex_trylock(&(l)->__lkmm_mutex) == 0)

#endif
