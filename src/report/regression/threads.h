// ---- threads

// Its end is seen by the threads that join it, before it really ends.
static void heddle_thread_ends(void *argument)
{
    struct heddle_thread *self = argument;
    HEDDLE_BEGIN();
    self->ended = true;
    heddle_wake(self);
    if (heddle.follows && heddle.token == self)
        heddle_end_turn();
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

HEDDLE_FUNCTION int pthread_create(pthread_t *restrict handle, const pthread_attr_t *restrict attributes,
                                   void *(*start)(void *), void *restrict argument)
{
    struct heddle_thread *child = __libc_calloc(1, sizeof *child);
    if (!child)
        return EAGAIN;
    HEDDLE_BEGIN();
    heddle.unjoined++;
    snprintf(child->name, sizeof child->name, "%.60s.%u", heddle_self->name, ++heddle_self->children);
    child->start = start;
    child->argument = argument;
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

// The newest thread of that handle.
static struct heddle_thread *heddle_thread_of(pthread_t handle)
{
    struct heddle_thread *thread = heddle.newest;
    while (thread && !pthread_equal(thread->handle, handle))
        thread = thread->older;
    return thread;
}

HEDDLE_FUNCTION int pthread_join(pthread_t handle, void **result)
{
    HEDDLE_BEGIN();
    struct heddle_thread *thread = heddle_thread_of(handle);
    while (thread && thread != heddle_self && !thread->ended)
        heddle_block(thread, NULL, CLOCK_REALTIME);
    heddle.unjoined -= heddle.unjoined > 0;
    HEDDLE_END();
    return HEDDLE_REAL(pthread_join)(handle, result);
}

HEDDLE_FUNCTION __attribute__((noreturn)) void pthread_exit(void *result)
{
    if (heddle_self == &heddle_main)
        heddle_thread_ends(heddle_self);
    HEDDLE_REAL(pthread_exit)(result);
    abort();
}
