#include "analysis/lock_operations.h"

static const struct lock_operation operations[NATIVE_COUNT] = {
    [NATIVE_pthread_mutex_lock] = {LOCK_TAKE, LOCK_MUTEX, 0},
    [NATIVE_pthread_mutex_trylock] = {LOCK_TRY, LOCK_MUTEX, 0},
    [NATIVE_pthread_mutex_timedlock] = {LOCK_TRY, LOCK_MUTEX, 0},
    [NATIVE_pthread_mutex_clocklock] = {LOCK_TRY, LOCK_MUTEX, 0},
    [NATIVE_pthread_mutex_unlock] = {LOCK_GIVE_BACK, LOCK_MUTEX, 0},
    [NATIVE_pthread_mutex_init] = {LOCK_SET_UP, LOCK_MUTEX, 0},
    [NATIVE_pthread_mutex_destroy] = {LOCK_SET_UP, LOCK_MUTEX, 0},
    [NATIVE_pthread_mutex_consistent] = {LOCK_SET_UP, LOCK_MUTEX, 0},
    [NATIVE_pthread_cond_wait] = {LOCK_WAIT, LOCK_MUTEX, 1},
    [NATIVE_pthread_cond_timedwait] = {LOCK_WAIT, LOCK_MUTEX, 1},
    [NATIVE_pthread_cond_clockwait] = {LOCK_WAIT, LOCK_MUTEX, 1},
    [NATIVE_mtx_lock] = {LOCK_TAKE, LOCK_MUTEX, 0},
    [NATIVE_mtx_trylock] = {LOCK_TRY, LOCK_MUTEX, 0},
    [NATIVE_mtx_timedlock] = {LOCK_TRY, LOCK_MUTEX, 0},
    [NATIVE_mtx_unlock] = {LOCK_GIVE_BACK, LOCK_MUTEX, 0},
    [NATIVE_mtx_init] = {LOCK_SET_UP, LOCK_MUTEX, 0},
    [NATIVE_mtx_destroy] = {LOCK_SET_UP, LOCK_MUTEX, 0},
    [NATIVE_cnd_wait] = {LOCK_WAIT, LOCK_MUTEX, 1},
    [NATIVE_cnd_timedwait] = {LOCK_WAIT, LOCK_MUTEX, 1},
    [NATIVE_pthread_rwlock_rdlock] = {LOCK_SHARE, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_tryrdlock] = {LOCK_TRY_SHARE, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_timedrdlock] = {LOCK_TRY_SHARE, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_clockrdlock] = {LOCK_TRY_SHARE, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_wrlock] = {LOCK_TAKE, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_trywrlock] = {LOCK_TRY, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_timedwrlock] = {LOCK_TRY, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_clockwrlock] = {LOCK_TRY, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_unlock] = {LOCK_GIVE_BACK, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_init] = {LOCK_SET_UP, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_rwlock_destroy] = {LOCK_SET_UP, LOCK_READ_WRITE, 0},
    [NATIVE_pthread_spin_lock] = {LOCK_TAKE, LOCK_SPIN, 0},
    [NATIVE_pthread_spin_trylock] = {LOCK_TRY, LOCK_SPIN, 0},
    [NATIVE_pthread_spin_unlock] = {LOCK_GIVE_BACK, LOCK_SPIN, 0},
    [NATIVE_pthread_spin_init] = {LOCK_SET_UP, LOCK_SPIN, 0},
    [NATIVE_pthread_spin_destroy] = {LOCK_SET_UP, LOCK_SPIN, 0},
    [NATIVE_sem_wait] = {LOCK_TAKE, LOCK_SEMAPHORE, 0},
    [NATIVE_sem_trywait] = {LOCK_TRY, LOCK_SEMAPHORE, 0},
    [NATIVE_sem_timedwait] = {LOCK_TRY, LOCK_SEMAPHORE, 0},
    [NATIVE_sem_clockwait] = {LOCK_TRY, LOCK_SEMAPHORE, 0},
    [NATIVE_sem_post] = {LOCK_GIVE_BACK, LOCK_SEMAPHORE, 0},
    [NATIVE_sem_init] = {LOCK_SET_UP, LOCK_SEMAPHORE, 0},
    [NATIVE_sem_destroy] = {LOCK_SET_UP, LOCK_SEMAPHORE, 0},
};

struct lock_operation lock_operation_of(unsigned native)
{
    return native < NATIVE_COUNT ? operations[native] : (struct lock_operation){LOCK_NOTHING, LOCK_MUTEX, 0};
}

uint64_t lock_family_size(const struct program *program, enum lock_family family)
{
    bool wide = program->pointer_bits == 64;
    switch (family) {
    case LOCK_MUTEX: return wide ? 40 : 24;
    case LOCK_READ_WRITE: return wide ? 56 : 32;
    case LOCK_SPIN: return 4;
    case LOCK_SEMAPHORE: return wide ? 32 : 16;
    case LOCK_SECTION: break;
    }
    return 0;
}
