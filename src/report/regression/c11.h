// ---- C11

static int heddle_c11(int error)
{
    return error == 0           ? thrd_success
           : error == EBUSY     ? thrd_busy
           : error == ETIMEDOUT ? thrd_timedout
           : error == ENOMEM    ? thrd_nomem
                                : thrd_error;
}

HEDDLE_FUNCTION int mtx_lock(mtx_t *mutex)
{
    heddle_point(HEDDLE_LOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    int result = heddle_acquire((pthread_mutex_t *)(void *)mutex, NULL, CLOCK_REALTIME);
    HEDDLE_END();
    return heddle_c11(result);
}

HEDDLE_FUNCTION int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_c11(heddle_timed_lock((pthread_mutex_t *)(void *)mutex, until, CLOCK_REALTIME));
}

HEDDLE_FUNCTION int mtx_trylock(mtx_t *mutex)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_c11(HEDDLE_REAL(pthread_mutex_trylock)((pthread_mutex_t *)(void *)mutex));
}

HEDDLE_FUNCTION int mtx_unlock(mtx_t *mutex)
{
    heddle_point(HEDDLE_UNLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    int result = heddle_release((pthread_mutex_t *)(void *)mutex);
    HEDDLE_END();
    return heddle_c11(result);
}

HEDDLE_FUNCTION int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_c11(heddle_wait((pthread_cond_t *)(void *)condition, (pthread_mutex_t *)(void *)mutex, NULL,
                                  CLOCK_REALTIME));
}

HEDDLE_FUNCTION int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                                  const struct timespec *restrict until)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_c11(heddle_wait((pthread_cond_t *)(void *)condition, (pthread_mutex_t *)(void *)mutex,
                                  until, CLOCK_REALTIME));
}

HEDDLE_FUNCTION int cnd_signal(cnd_t *condition)
{
    heddle_point(HEDDLE_SIGNAL, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake_one(condition);
    HEDDLE_END();
    return thrd_success;
}

HEDDLE_FUNCTION int cnd_broadcast(cnd_t *condition)
{
    heddle_point(HEDDLE_BROADCAST, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake(condition);
    HEDDLE_END();
    return thrd_success;
}

struct heddle_c11_start {
    thrd_start_t start;
    void *argument;
};

static void *heddle_c11_begins(void *argument)
{
    struct heddle_c11_start start = *(struct heddle_c11_start *)argument;
    free(argument);
    return (void *)(intptr_t)start.start(start.argument);
}

HEDDLE_FUNCTION int thrd_create(thrd_t *handle, thrd_start_t start, void *argument)
{
    struct heddle_c11_start *both = malloc(sizeof *both);
    if (!both)
        return thrd_nomem;
    *both = (struct heddle_c11_start){start, argument};
    return heddle_c11(heddle_create(handle, NULL, heddle_c11_begins, both, HEDDLE_CALLER));
}

HEDDLE_FUNCTION int thrd_join(thrd_t handle, int *result)
{
    void *value;
    int error = pthread_join(handle, &value);
    if (error == 0 && result)
        *result = (int)(intptr_t)value;
    return heddle_c11(error);
}

HEDDLE_FUNCTION int thrd_detach(thrd_t handle)
{
    return heddle_c11(pthread_detach(handle));
}

HEDDLE_FUNCTION __attribute__((noreturn)) void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}
