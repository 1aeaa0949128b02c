// When operations that wait can be executed. Joining is not here: it is the end of a thread that lets joiners
// go on (thread.c).
#include "machine/native_sync.h"

enabled_function *const operation_enabled[OPERATION_KIND_COUNT] = {
    [OPERATION_MUTEX_LOCK] = mutex_enabled,
    [OPERATION_COND_WAKE] = cond_wake_enabled,
    [OPERATION_RWLOCK_READ] = rwlock_enabled,
    [OPERATION_RWLOCK_WRITE] = rwlock_enabled,
    [OPERATION_SPIN_LOCK] = spin_enabled,
    [OPERATION_BARRIER_LEAVE] = barrier_leave_enabled,
    [OPERATION_BARRIER_DESTROY] = barrier_destroy_enabled,
    [OPERATION_ONCE] = once_enabled,
    [OPERATION_SEM_WAIT] = semaphore_enabled,
};
