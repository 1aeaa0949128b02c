// ---- threads

// Its end is seen by the threads that join it, before it really ends.
static void heddle_thread_ends(void *argument)
{
    struct heddle_thread *self = argument;
    HEDDLE_BEGIN();
    self->ended = true;
    heddle_wake(self);
    if (heddle.follows && heddle.token == self)
        heddle_end_turn(false);
    HEDDLE_END();
}

static void *heddle_thread_begins(void *argument)
{
    struct heddle_thread *self = argument;
    void *result;
    heddle_self = self;
    HEDDLE_BEGIN();
    heddle_wait_for_turn();
    HEDDLE_END();
    pthread_cleanup_push(heddle_thread_ends, self);
    result = self->start(self->argument);
    pthread_cleanup_pop(1);
    return result;
}

static int heddle_create(pthread_t *restrict handle, const pthread_attr_t *restrict attributes,
                         void *(*start)(void *), void *restrict argument, uintptr_t creator)
{
    int detached = PTHREAD_CREATE_JOINABLE;
    if (attributes)
        pthread_attr_getdetachstate(attributes, &detached);
    struct heddle_thread *child = __libc_calloc(1, sizeof *child);
    if (!child)
        return EAGAIN;
    HEDDLE_BEGIN();
    heddle.unjoined++;
    snprintf(child->name, sizeof child->name, "%.60s.%u", heddle_self->name, ++heddle_self->children);
    child->start = start;
    child->argument = argument;
    child->creator = creator;
    child->detached = detached == PTHREAD_CREATE_DETACHED;
    int result = HEDDLE_REAL(pthread_create)(handle, attributes, heddle_thread_begins, child);
    if (result == 0) {
        child->handle = *handle;
        child->older = heddle.newest;
        heddle.newest = child;
    } else
        __libc_free(child);
    HEDDLE_END();
    return result;
}

HEDDLE_FUNCTION int pthread_create(pthread_t *restrict handle, const pthread_attr_t *restrict attributes,
                                   void *(*start)(void *), void *restrict argument)
{
    return heddle_create(handle, attributes, start, argument, HEDDLE_CALLER);
}

// The newest thread of that handle.
static struct heddle_thread *heddle_thread_of(pthread_t handle)
{
    struct heddle_thread *thread = heddle.newest;
    while (thread && !pthread_equal(thread->handle, handle))
        thread = thread->older;
    return thread;
}

// Notes that the thread was joined, if it was; returns what joining it returned.
static int heddle_joined(struct heddle_thread *thread, int error)
{
    if (thread && error == 0)
        thread->joined = true;
    return error;
}

HEDDLE_FUNCTION int pthread_join(pthread_t handle, void **result)
{
    HEDDLE_BEGIN();
    struct heddle_thread *thread = heddle_thread_of(handle);
    while (thread && thread != heddle_self && !thread->ended)
        heddle_block(thread, NULL, CLOCK_REALTIME);
    heddle.unjoined -= heddle.unjoined > 0;
    HEDDLE_END();
    return heddle_joined(thread, HEDDLE_REAL(pthread_join)(handle, result));
}

HEDDLE_FUNCTION int pthread_tryjoin_np(pthread_t handle, void **result)
{
    return heddle_joined(heddle_thread_of(handle), HEDDLE_REAL(pthread_tryjoin_np)(handle, result));
}

HEDDLE_FUNCTION int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *until)
{
    return heddle_joined(heddle_thread_of(handle), HEDDLE_REAL(pthread_timedjoin_np)(handle, result, until));
}

HEDDLE_FUNCTION int pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock,
                                         const struct timespec *until)
{
    return heddle_joined(heddle_thread_of(handle),
                         HEDDLE_REAL(pthread_clockjoin_np)(handle, result, clock, until));
}

HEDDLE_FUNCTION int pthread_detach(pthread_t handle)
{
    HEDDLE_BEGIN();
    struct heddle_thread *thread = heddle_thread_of(handle);
    if (thread)
        thread->detached = true;
    HEDDLE_END();
    return HEDDLE_REAL(pthread_detach)(handle);
}

HEDDLE_FUNCTION __attribute__((noreturn)) void pthread_exit(void *result)
{
    if (heddle_self == &heddle_main)
        heddle_thread_ends(heddle_self);
    HEDDLE_REAL(pthread_exit)(result);
    abort();
}
