// POSIX and C11 threads: what is left of them beside the machine's natives.
#include "runtime/runtime.h"

typedef unsigned long pthread_t;
pthread_t pthread_self(void);

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

int thrd_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

// Names have no effect here; pthread_getname_np is not modelled.
int pthread_setname_np(pthread_t thread, const char *name)
{
    enum { MOST_LENGTH = 15 };
    (void)thread;
    return strlen(name) > MOST_LENGTH ? ERANGE : 0;
}

// Scheduling parameters only choose among the interleavings that are explored anyway.
int pthread_setschedparam(pthread_t thread, int policy, const int *priority)
{
    (void)thread;
    (void)priority;
    return policy < 0 || policy > 2 ? EINVAL : 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    (void)thread;
    (void)priority;
    return 0;
}

// A clock of processor time: of the calling thread and no other one.
int pthread_getcpuclockid(pthread_t thread, clockid_t *to)
{
    enum { OWN = 3, ESRCH = 3 }; // CLOCK_THREAD_CPUTIME_ID
    if (thread != pthread_self()) {
        __heddle_unmodelled_value("pthread_getcpuclockid of another thread");
        return ESRCH;
    }
    *to = OWN;
    return 0;
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

// Cancellation: pthread_cancel is reported where it is reached, so nothing is ever cancelled.
static _Thread_local int cancel_state, cancel_type;

static int exchange(int *state, int value, int *old)
{
    if (value != 0 && value != 1)
        return EINVAL;
    if (old)
        *old = *state;
    *state = value;
    return 0;
}

int pthread_setcancelstate(int state, int *old)
{
    return exchange(&cancel_state, state, old);
}

int pthread_setcanceltype(int type, int *old)
{
    return exchange(&cancel_type, type, old);
}

void pthread_testcancel(void) {}

// pthread_cleanup_push. The handlers stand in the program's frames; they are only needed where a thread ends
// between push and pop, and the machine reports that.
void __pthread_register_cancel(void *buffer)
{
    (void)buffer;
    __heddle_cleanup(1);
}

void __pthread_unregister_cancel(void *buffer)
{
    (void)buffer;
    __heddle_cleanup(-1);
}

void __pthread_register_cancel_defer(void *buffer)
{
    (void)buffer;
    __heddle_cleanup(1);
}

void __pthread_unregister_cancel_restore(void *buffer)
{
    (void)buffer;
    __heddle_cleanup(-1);
}

// The older form, in which the handler is known.
struct cleanup {
    void (*routine)(void *argument);
    void *argument;
    int type;
    struct cleanup *older;
};

void _pthread_cleanup_push(struct cleanup *buffer, void (*routine)(void *argument), void *argument)
{
    buffer->routine = routine;
    buffer->argument = argument;
    __heddle_cleanup(1);
}

void _pthread_cleanup_pop(struct cleanup *buffer, int execute)
{
    __heddle_cleanup(-1);
    if (execute)
        buffer->routine(buffer->argument);
}

// fork is not modelled.
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library)
{
    (void)prepare;
    (void)parent;
    (void)child;
    (void)library;
    return 0;
}

// The thread pointer of the ABI (__builtin_thread_pointer): an address of each thread's own, where it is
// stored itself.
void *__runtime_thread_pointer(void)
{
    static _Thread_local void *self;
    self = &self;
    return &self;
}
