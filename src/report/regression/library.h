// ---- functions of the C library

static void *heddle_real(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (!function)
        heddle_give_up("the C library does not have ", name);
    return function;
}
#define HEDDLE_REAL(name) ((__typeof__(&(name)))heddle_real(#name))

// A thread that calls a function of this file for the first time, and was not created by pthread_create: a
// timer's, say. It is in no schedule.
static void heddle_meet(void)
{
    if (!heddle.newest) { // a constructor's call, before heddle_begin
        heddle_self = heddle.newest = &heddle_main;
        return;
    }
    struct heddle_thread *self = __libc_calloc(1, sizeof *self);
    if (!self)
        heddle_give_up("no memory for a thread", "");
    self->handle = pthread_self();
    heddle_lock();
    self->older = heddle.newest;
    heddle.newest = heddle_self = self;
    heddle.unjoined++;
    heddle_run_freely("a thread was not created by pthread_create");
    heddle_unlock();
}

// Around what is done for the program's call of a function.
#define HEDDLE_BEGIN()                                                                                       \
    do {                                                                                                     \
        if (!heddle_self)                                                                                    \
            heddle_meet();                                                                                   \
        heddle_self->inside++;                                                                               \
        heddle_lock();                                                                                       \
        heddle.progress++;                                                                                   \
    } while (0)
#define HEDDLE_END()                                                                                         \
    do {                                                                                                     \
        heddle_unlock();                                                                                     \
        heddle_self->inside--;                                                                               \
    } while (0)

static int heddle_acquire(pthread_mutex_t *mutex, const struct timespec *until, clockid_t clock)
{
    int result;
    while ((result = HEDDLE_REAL(pthread_mutex_trylock)(mutex)) == EBUSY) {
        bool own = mutex->__data.__owner == (int)syscall(SYS_gettid);
        if (own && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        if (!heddle_block(mutex, until, clock))
            return ETIMEDOUT;
    }
    return result;
}

static int heddle_release(pthread_mutex_t *mutex)
{
    int result = HEDDLE_REAL(pthread_mutex_unlock)(mutex);
    heddle_wake(mutex);
    return result;
}

HEDDLE_FUNCTION int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (!heddle.newest)
        return HEDDLE_REAL(pthread_mutex_lock)(mutex);
    heddle_point(HEDDLE_LOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    int result = heddle_acquire(mutex, NULL, CLOCK_REALTIME);
    HEDDLE_END();
    return result;
}

static int heddle_timed_lock(pthread_mutex_t *mutex, const struct timespec *until, clockid_t clock)
{
    HEDDLE_BEGIN();
    int result = heddle_acquire(mutex, until, clock);
    HEDDLE_END();
    return result;
}

HEDDLE_FUNCTION int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_timed_lock(mutex, until, CLOCK_REALTIME);
}

HEDDLE_FUNCTION int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                            const struct timespec *until)
{
    heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return heddle_timed_lock(mutex, until, clock);
}

HEDDLE_FUNCTION int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (heddle_self)
        heddle_point(HEDDLE_TRYLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    return HEDDLE_REAL(pthread_mutex_trylock)(mutex);
}

HEDDLE_FUNCTION int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!heddle.newest)
        return HEDDLE_REAL(pthread_mutex_unlock)(mutex);
    heddle_point(HEDDLE_UNLOCK, mutex, sizeof *mutex, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
#ifdef HEDDLE_LOCKS
    if ((mutex->__data.__kind & 3) != PTHREAD_MUTEX_ERRORCHECK &&
        mutex->__data.__owner != (int)syscall(SYS_gettid))
        heddle_fail("a mutex is unlocked by a thread that does not hold it", "");
#endif
    int result = heddle_release(mutex);
    HEDDLE_END();
    return result;
}

#ifdef HEDDLE_LOCKS
HEDDLE_FUNCTION int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (mutex->__data.__owner)
        heddle_fail("a mutex is destroyed while a thread holds it", "");
    return HEDDLE_REAL(pthread_mutex_destroy)(mutex);
}
#endif

static int heddle_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until,
                       clockid_t clock)
{
    HEDDLE_BEGIN();
    int result = heddle_release(mutex);
    if (result == 0) {
        heddle_self->condition = true;
        bool in_time = heddle_block(condition, until, clock);
        heddle_self->condition = false;
        result = heddle_acquire(mutex, NULL, CLOCK_REALTIME);
        result = result ? result : in_time ? 0 : ETIMEDOUT;
    }
    HEDDLE_END();
    return result;
}

HEDDLE_FUNCTION int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_wait(condition, mutex, NULL, CLOCK_REALTIME);
}

HEDDLE_FUNCTION int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           const struct timespec *until)
{
    bool monotonic = condition->__data.__wrefs & 2; // as pthread_condattr_setclock says
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_wait(condition, mutex, until, monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME);
}

HEDDLE_FUNCTION int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                           const struct timespec *until)
{
    heddle_point(HEDDLE_WAIT, condition, sizeof *condition, HEDDLE_CALLER, true);
    return heddle_wait(condition, mutex, until, clock);
}

// How far away the next turn of a thread is.
static unsigned heddle_distance(const struct heddle_thread *thread)
{
    for (unsigned i = heddle.turn; heddle.follows && i < heddle_turn_count; i++)
        if (strcmp(heddle_turns[i].thread, thread->name) == 0)
            return i;
    return UINT_MAX;
}

// Any of those that wait may be woken: the one that the schedule needs first, else the one that came first.
static void heddle_wake_one(const void *what)
{
    struct heddle_thread *first = NULL;
    for (struct heddle_thread *thread = heddle.newest; thread; thread = thread->older) {
        if (thread->blocked != what)
            continue;
        unsigned here = heddle_distance(thread), there = first ? heddle_distance(first) : 0;
        if (!first || here < there || (here == there && thread->since < first->since))
            first = thread;
    }
    if (first)
        first->blocked = NULL;
    heddle_wake_all();
}

HEDDLE_FUNCTION int pthread_cond_signal(pthread_cond_t *condition)
{
    heddle_point(HEDDLE_SIGNAL, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake_one(condition);
    HEDDLE_END();
    return 0;
}

HEDDLE_FUNCTION int pthread_cond_broadcast(pthread_cond_t *condition)
{
    heddle_point(HEDDLE_BROADCAST, condition, sizeof *condition, HEDDLE_CALLER, true);
    HEDDLE_BEGIN();
    heddle_wake(condition);
    HEDDLE_END();
    return 0;
}
