// Cancellation, and what a thread does when it ends before its start routine returns: cleanup handlers, the
// newest first. Requests and cancellation points are the machine's (machine/native_cancel.c).
#include "runtime/runtime.h"

typedef unsigned long pthread_t;
int __heddle_cancel(pthread_t thread, void (*act)(void));
int __heddle_cancel_state(int flag, int value);
void pthread_exit(void *result) __attribute__((noreturn));
enum { DISABLED = 1, ASYNCHRONOUS = 2, ENDING = 4 }; // as in machine/native_cancel.c

// What pthread_cleanup_push reserves in the program's frame is at least as large.
struct cleanup {
    void (*routine)(void *argument);
    void *argument;
    int type;
    struct cleanup *older;
};

static _Thread_local struct cleanup *newest;
static _Thread_local int running; // handlers, since the thread ends

static void push_cleanup(struct cleanup *buffer, void (*routine)(void *argument), void *argument)
{
    buffer->routine = routine;
    buffer->argument = argument;
    buffer->older = newest;
    newest = buffer;
}

static void pop(const struct cleanup *buffer)
{
    newest = buffer->older;
}

// Where a program calls pthread_exit and has cleanup handlers, this is called (src/lower/cleanup.c).
void __attribute__((noreturn)) __runtime_exit_thread(void *result)
{
    struct cleanup *buffer;
    if (__heddle_threads_are_cancelled())
        __heddle_cancel_state(ENDING, 1);
    if (running) // glibc calls the same handler again, for ever
        __heddle_unmodelled(
            "pthread_exit in a cleanup handler of a thread that ends, which POSIX leaves undefined");
    running = 1;
    while ((buffer = newest)) {
        newest = buffer->older;
        if (!buffer->routine)
            __heddle_unmodelled("a cleanup handler that is not pushed by glibc's pthread_cleanup_push");
        buffer->routine(buffer->argument);
    }
    running = 0;
    pthread_exit(result);
}

void __attribute__((noreturn)) __runtime_exit_thrd(int result)
{
    __runtime_exit_thread((void *)(intptr_t)result);
}

// ---- pthread_cleanup_push and pop

// The macro calls setjmp, then __pthread_register_cancel: src/lower/cleanup.c makes this of the two.
void __runtime_cleanup_push(void *buffer, void (*routine)(void *argument), void *argument)
{
    push_cleanup(buffer, routine, argument);
}

// The handler is not known.
void __pthread_register_cancel(void *buffer)
{
    push_cleanup(buffer, NULL, NULL);
}

void __pthread_unregister_cancel(void *buffer)
{
    pop(buffer);
}

// pthread_cleanup_push_defer_np and pthread_cleanup_pop_restore_np; the type of cancellation is remembered
// behind the buffer's first words.
void __runtime_cleanup_push_defer(void *buffer, void (*routine)(void *argument), void *argument)
{
    push_cleanup(buffer, routine, argument);
    ((struct cleanup *)buffer)->type = __heddle_cancel_state(ASYNCHRONOUS, 0);
}

void __pthread_register_cancel_defer(void *buffer)
{
    __runtime_cleanup_push_defer(buffer, NULL, NULL);
}

void __pthread_unregister_cancel_restore(void *buffer)
{
    pop(buffer);
    __heddle_cancel_state(ASYNCHRONOUS, ((struct cleanup *)buffer)->type);
}

// The older form, in which the handler is known.
void _pthread_cleanup_push(struct cleanup *buffer, void (*routine)(void *argument), void *argument)
{
    push_cleanup(buffer, routine, argument);
}

void _pthread_cleanup_pop(struct cleanup *buffer, int execute)
{
    pop(buffer);
    if (execute)
        buffer->routine(buffer->argument);
}

// ---- pthread_once

// What stands in for pthread_once in programs that cancel threads (src/lower/cleanup.c): a thread that ends
// in the routine resets the flag when its turn comes among the cleanup handlers.
int pthread_once(int *flag, void (*routine)(void));
void call_once(int *flag, void (*routine)(void));
void __heddle_reset_once(int *flag);

static _Thread_local struct {
    int *flag;
    void (*routine)(void);
} entered; // the call that is about to be made

static void reset_once(void *flag)
{
    __heddle_reset_once(flag);
}

void __runtime_routine_of_once(void)
{
    void (*routine)(void) = entered.routine;
    struct cleanup buffer;
    push_cleanup(&buffer, reset_once, entered.flag);
    routine();
    pop(&buffer);
}

int __runtime_once(int *flag, void (*routine)(void))
{
    entered.flag = flag;
    entered.routine = routine;
    return pthread_once(flag, __runtime_routine_of_once);
}

void __runtime_call_once(int *flag, void (*routine)(void))
{
    entered.flag = flag;
    entered.routine = routine;
    call_once(flag, __runtime_routine_of_once);
}

// ---- cancellation

// What a thread does that acts on a request.
void __runtime_cancelled(void)
{
    __runtime_exit_thread((void *)-1);
}

void __heddle_cancel_comes(int thread);

void *__runtime_request_arrives(void *thread)
{
    __heddle_cancel_comes((int)(intptr_t)thread);
    return NULL;
}

// A request comes to a thread of the asynchronous type at any time after this: another thread takes that
// time, as for signals (signal_sending.c).
int pthread_cancel(pthread_t thread)
{
    pthread_t carrier;
    int result = __heddle_cancel(thread, __runtime_cancelled);
    if (result >= 0)
        return result;
    __heddle_carry(&carrier, __runtime_request_arrives, (void *)(intptr_t)(-1 - result));
    return 0;
}

static int exchange_cancel_flag(int flag, int value, int *old)
{
    if (value != 0 && value != 1)
        return EINVAL;
    int before = __heddle_cancel_state(flag, value);
    if (old)
        *old = before;
    return 0;
}

int pthread_setcancelstate(int state, int *old)
{
    return exchange_cancel_flag(DISABLED, state, old);
}

int pthread_setcanceltype(int type, int *old)
{
    return exchange_cancel_flag(ASYNCHRONOUS, type, old);
}

void pthread_testcancel(void)
{
    CANCELLATION_POINT(0);
}
