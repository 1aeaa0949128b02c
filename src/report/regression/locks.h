// ---- read-write locks, semaphores, barriers, spinlocks

static int heddle_repeat(int (*attempt)(void *), void *object, int busy, const struct timespec *until)
{
    int result;
    HEDDLE_BEGIN();
    while ((result = attempt(object)) == busy)
        if (!heddle_block(object, until, CLOCK_REALTIME)) {
            result = ETIMEDOUT;
            break;
        }
    HEDDLE_END();
    return result;
}

static int heddle_try_read(void *lock)
{
    return HEDDLE_REAL(pthread_rwlock_tryrdlock)(lock);
}

static int heddle_try_write(void *lock)
{
    return HEDDLE_REAL(pthread_rwlock_trywrlock)(lock);
}

static int heddle_try_spin(void *lock)
{
    return HEDDLE_REAL(pthread_spin_trylock)(lock);
}

static int heddle_try_semaphore(void *semaphore)
{
    return HEDDLE_REAL(sem_trywait)(semaphore) == 0 ? 0 : errno;
}

HEDDLE_FUNCTION int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_READ_LOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_read, lock, EBUSY, NULL);
}

HEDDLE_FUNCTION int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_WRITE_LOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_write, lock, EBUSY, NULL);
}

HEDDLE_FUNCTION int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_read, lock, EBUSY, until);
}

HEDDLE_FUNCTION int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_write, lock, EBUSY, until);
}

HEDDLE_FUNCTION int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_try_read(lock);
}

HEDDLE_FUNCTION int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    heddle_point(HEDDLE_TRY_RWLOCK, lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_try_write(lock);
}

#define HEDDLE_GIVES(function, type, operation)                                                              \
    HEDDLE_FUNCTION int function(type *object)                                                               \
    {                                                                                                        \
        heddle_point(operation, (const void *)object, sizeof *object, HEDDLE_CALLER, true);                  \
        HEDDLE_BEGIN();                                                                                      \
        int result = HEDDLE_REAL(function)(object);                                                          \
        heddle_wake((const void *)object);                                                                   \
        HEDDLE_END();                                                                                        \
        return result;                                                                                       \
    }
HEDDLE_GIVES(pthread_rwlock_unlock, pthread_rwlock_t, HEDDLE_UNLOCK_RWLOCK)
HEDDLE_GIVES(sem_post, sem_t, HEDDLE_SEM_POST)
HEDDLE_GIVES(pthread_spin_unlock, pthread_spinlock_t, HEDDLE_UNLOCK)

HEDDLE_FUNCTION int pthread_spin_lock(pthread_spinlock_t *lock)
{
    heddle_point(HEDDLE_LOCK, (const void *)lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_repeat(heddle_try_spin, (void *)(uintptr_t)lock, EBUSY, NULL);
}

HEDDLE_FUNCTION int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    heddle_point(HEDDLE_TRYLOCK, (const void *)lock, sizeof *lock, HEDDLE_CALLER, true);
    return heddle_try_spin((void *)(uintptr_t)lock);
}

static int heddle_errno(int error)
{
    if (error)
        errno = error;
    return error ? -1 : 0;
}

HEDDLE_FUNCTION int sem_wait(sem_t *semaphore)
{
    heddle_point(HEDDLE_SEM_WAIT, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return heddle_errno(heddle_repeat(heddle_try_semaphore, semaphore, EAGAIN, NULL));
}

HEDDLE_FUNCTION int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    heddle_point(HEDDLE_SEM_TRYWAIT, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return heddle_errno(heddle_repeat(heddle_try_semaphore, semaphore, EAGAIN, until));
}

HEDDLE_FUNCTION int sem_trywait(sem_t *semaphore)
{
    heddle_point(HEDDLE_SEM_TRYWAIT, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return heddle_errno(heddle_try_semaphore(semaphore));
}

HEDDLE_FUNCTION int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
    heddle_point(HEDDLE_SEM_GET, semaphore, sizeof *semaphore, HEDDLE_CALLER, true);
    return HEDDLE_REAL(sem_getvalue)(semaphore, value);
}

// Stands in the program's own barrier.
struct heddle_barrier {
    unsigned needed, arrived;
};
_Static_assert(sizeof(struct heddle_barrier) <= sizeof(pthread_barrier_t), "no room in barriers");

HEDDLE_FUNCTION int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                                         const pthread_barrierattr_t *restrict attributes, unsigned count)
{
    struct heddle_barrier state = {count, 0};
    int result = HEDDLE_REAL(pthread_barrier_init)(barrier, attributes, count);
    if (result == 0)
        memcpy(barrier, &state, sizeof state);
    return result;
}

HEDDLE_FUNCTION int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    (void)barrier;
    return 0;
}

HEDDLE_FUNCTION int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct heddle_barrier state;
    heddle_point(HEDDLE_BARRIER, barrier, sizeof *barrier, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    memcpy(&state, barrier, sizeof state);
    bool last = ++state.arrived == state.needed;
    if (last)
        state.arrived = 0;
    memcpy(barrier, &state, sizeof state);
    if (last)
        heddle_wake(barrier);
    else
        heddle_block(barrier, NULL, CLOCK_REALTIME);
    HEDDLE_END();
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
