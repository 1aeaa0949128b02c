// <signal.h>: handlers, and what else becomes of a signal, in the thread that takes it.
#include "runtime/signals.h"

int getpid(void);
unsigned getuid(void);
void _exit(int status) __attribute__((noreturn));

static const char *name_of_fault(int number)
{
    switch (number) {
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGABRT: return "SIGABRT";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGSEGV: return "SIGSEGV";
    default: return "SIGSYS";
    }
}

void __runtime_do_default(int number)
{
    if (__runtime_is_ignored_by_default(number))
        return;
    if (number == SIGSTOP || (number >= SIGTSTP && number <= SIGTTOU))
        __heddle_unmodelled("a signal that stops the program");
    if (__runtime_is_fault(number))
        __heddle_abort_by(name_of_fault(number));
    _exit(128 + number);
}

struct runtime_information __runtime_information(const struct runtime_signal *signal, int code)
{
    return (struct runtime_information){signal->number,        0, code, .process = getpid(), .user = getuid(),
                                        .value = signal->value};
}

// The context is what the handler finds in it: any registers.
static void call_handler(const struct runtime_action *action, const struct runtime_signal *signal)
{
    char context[1024];
    __runtime_signal_handlers++;
    struct runtime_information information = __runtime_information(signal, signal->code);
    if ((unsigned)action->flags & ACTION_INFORMS)
        ((void (*)(int, struct runtime_information *, void *))(void (*)(void))action->function)(
            signal->number, &information, context);
    else
        action->function(signal->number);
    __runtime_signal_handlers--;
}

static struct runtime_action take_action(int number)
{
    heddle_atomic_begin();
    struct runtime_action action = __runtime_actions[number];
    if (__runtime_is_handled(&action) && (unsigned)action.flags & ACTION_ONCE)
        __runtime_actions[number].function = SIG_DFL;
    heddle_atomic_end();
    return action;
}

// What the thread blocks while the handler runs.
static void set_mask_for(const struct runtime_action *action, int number)
{
    sigset_t during = __runtime_signal_mask;
    for (size_t i = 0; i < sizeof during.words / sizeof *during.words; i++)
        during.words[i] |= action->mask.words[i];
    if (!((unsigned)action->flags & ACTION_DOES_NOT_DEFER))
        sigaddset(&during, number);
    __runtime_set_signal_mask(&during, false);
}

// Whether a handler is to run; then the mask is the one that it is for. At once, as others see it.
static bool begin_action(const struct runtime_signal *signal, struct runtime_action *action)
{
    heddle_atomic_begin();
    *action = take_action(signal->number);
    if (__runtime_is_handled(action))
        set_mask_for(action, signal->number);
    heddle_atomic_end();
    if (action->function == SIG_DFL)
        __runtime_do_default(signal->number);
    return __runtime_is_handled(action);
}

// Linux begins the handlers of all that is pending, and the last one goes on first.
bool __runtime_deliver(const struct runtime_signal *signal, sigset_t after)
{
    struct runtime_action action;
    if (!begin_action(signal, &action))
        return false;
    __runtime_deliver_pending();
    call_handler(&action, signal);
    __runtime_set_signal_mask(&after, false);
    __runtime_deliver_pending();
    return true;
}

void __runtime_deliver_pending(void)
{
    struct runtime_signal signal;
    while ((signal = __runtime_take_signal(~__runtime_signal_word(&__runtime_signal_mask))).number)
        __runtime_deliver(&signal, __runtime_signal_mask);
}

// ---- handlers that interrupt the thread

static int result_of_handler(const struct runtime_action *action, bool may_wait)
{
    if ((unsigned)action->flags & ACTION_RESTARTS)
        return INTERRUPTED;
    if (may_wait)
        __heddle_unmodelled("a signal handler that interrupts a function that waits, which fails (EINTR)");
    return INTERRUPTED | FAILS_INTERRUPTED;
}

// Takes the next pending signal that `before`, the mask, lets through, and sets the mask for its handler, in
// one step as others see it. Number 0: there is none. *more: handlers of others are to begin before it goes
// on.
static struct runtime_signal begin_handler(const sigset_t *before, struct runtime_action *action, bool *more)
{
    heddle_atomic_begin();
    struct runtime_signal signal = __runtime_take_signal(~__runtime_signal_word(before));
    *more = false;
    *action = (struct runtime_action){0};
    if (signal.number)
        *action = take_action(signal.number);
    if (__runtime_is_handled(action)) {
        set_mask_for(action, signal.number);
        *more = __runtime_pending_signals() & ~__runtime_signal_word(&__runtime_signal_mask);
    }
    heddle_atomic_end();
    return signal;
}

int __runtime_interrupted(int may_wait)
{
    int result = 0;
    sigset_t before = __runtime_signal_mask;
    struct runtime_signal signal;
    struct runtime_action action;
    for (bool more; (signal = begin_handler(&before, &action, &more)).number;) {
        if (action.function == SIG_DFL)
            __runtime_do_default(signal.number);
        if (!__runtime_is_handled(&action))
            continue;
        if (!result)
            result = result_of_handler(&action, may_wait);
        if (more)
            __runtime_deliver_pending();
        call_handler(&action, &signal);
        __runtime_set_signal_mask(&before, false);
    }
    return result;
}

// ---- stacks for handlers: whether they run there has no effect

struct signal_stack { // stack_t
    void *start;
    int flags;
    size_t size;
};
enum { ON_STACK = 1, STACK_DISABLED = 2, LEAST_STACK = 2048 };
static _Thread_local struct signal_stack handler_stack = {.flags = STACK_DISABLED};

int sigaltstack(const struct signal_stack *stack, struct signal_stack *old)
{
    struct signal_stack before = handler_stack;
    if (__runtime_signal_handlers && before.flags != STACK_DISABLED)
        __heddle_unmodelled("sigaltstack in a handler that may run on such a stack");
    if (stack) {
        struct signal_stack after = *stack;
        int flags = after.flags & 0x7fffffff; // SS_AUTODISARM
        if (flags != 0 && flags != ON_STACK && flags != STACK_DISABLED)
            return __runtime_fail(EINVAL);
        if (flags != STACK_DISABLED && after.size < LEAST_STACK)
            return __runtime_fail(ENOMEM);
        if (flags == STACK_DISABLED)
            after = (struct signal_stack){.flags = STACK_DISABLED};
        else
            after.flags &= ~ON_STACK;
        handler_stack = after;
    }
    if (old)
        *old = before;
    return 0;
}
