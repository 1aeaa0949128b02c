// The end of the program, and errno.
#include "runtime/runtime.h"

_Thread_local int __runtime_errno; // the machine knows it by this name

int *__errno_location(void)
{
    return &__runtime_errno;
}

// Handlers of atexit and on_exit, or of at_quick_exit, the newest first. exit is named here so that it is
// linked, and run when main returns, in every program that registers a handler.
struct handler {
    struct handler *older;
    void (*plain)(void);
    void (*with_status)(int status, void *argument);
    void (*with_argument)(void *argument);
    void *argument;
    bool allocated;
};

enum { RESERVED_HANDLERS = 32 }; // as many as C guarantees, without allocation

static struct handlers {
    struct handler *newest;
    unsigned reserved_used;
    struct handler reserved[RESERVED_HANDLERS];
    void (*run)(int status) __attribute__((noreturn));
} at_exit = {.run = exit};
static struct handlers at_quick_end;

// Registration is thread-safe, by an atomic section.
static int register_handler(struct handlers *at, const struct handler *handler)
{
    heddle_atomic_begin();
    bool allocated = at->reserved_used == RESERVED_HANDLERS;
    struct handler *slot = allocated ? __heddle_new(sizeof *slot) : &at->reserved[at->reserved_used++];
    if (slot) {
        *slot = *handler;
        slot->allocated = allocated;
        slot->older = at->newest;
        at->newest = slot;
    }
    heddle_atomic_end();
    return slot ? 0 : -1;
}

int atexit(void (*function)(void))
{
    return register_handler(&at_exit, &(struct handler){.plain = function});
}

int on_exit(void (*function)(int status, void *argument), void *argument)
{
    return register_handler(&at_exit, &(struct handler){.with_status = function, .argument = argument});
}

// What destructors of thread-local and static objects of other languages use.
int __cxa_atexit(void (*function)(void *argument), void *argument, void *library)
{
    (void)library;
    return register_handler(&at_exit, &(struct handler){.with_argument = function, .argument = argument});
}

static struct handler *take_newest(struct handlers *from)
{
    heddle_atomic_begin();
    struct handler *handler = from->newest;
    if (handler)
        from->newest = handler->older;
    heddle_atomic_end();
    return handler;
}

// A handler may register others: they run next. Last, all streams are flushed.
void exit(int status)
{
    struct handler *handler;
    while ((handler = take_newest(&at_exit))) {
        if (handler->plain)
            handler->plain();
        else if (handler->with_status)
            handler->with_status(status, handler->argument);
        else
            handler->with_argument(handler->argument);
        if (handler->allocated)
            free(handler);
    }
    if (__heddle_streams_are_opened() && (__heddle_files_are_read() || __heddle_buffers_are_given())) {
        int (*flush)(void) = __c11_atomic_load(&__runtime_flush_all, __ATOMIC_RELAXED);
        if (flush)
            flush();
    }
    if (__heddle_buffers_are_given()) {
        void (*check)(void) = __c11_atomic_load(&__runtime_check_buffers, __ATOMIC_RELAXED);
        if (check)
            check();
    }
    __heddle_program_end(status);
}

int at_quick_exit(void (*function)(void))
{
    return register_handler(&at_quick_end, &(struct handler){.plain = function});
}

void _exit(int status) __attribute__((noreturn));

// Streams are not flushed, and handlers of exit do not run.
void quick_exit(int status)
{
    struct handler *handler;
    while ((handler = take_newest(&at_quick_end))) {
        handler->plain();
        if (handler->allocated)
            free(handler);
    }
    _exit(status);
}

void __stack_chk_fail(void)
{
    abort();
}

void __chk_fail(void)
{
    abort();
}

void __fortify_fail(const char *message)
{
    (void)message;
    abort();
}
