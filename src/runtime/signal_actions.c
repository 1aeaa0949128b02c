// <signal.h>: what becomes of each signal. Where the program's own faults raise a signal (and where it calls
// abort) that is a violation, and the execution is over, so that handlers of these signals run for raise
// only: where those violations are not asked for, installing such a handler is reported.
#include "runtime/signals.h"

int __heddle_looks_for_status(void);

struct runtime_action __runtime_actions[SIGNALS];
uint64_t __runtime_alarms, __runtime_timer_signals;

void __runtime_check_alarms(uint64_t among, const char *what)
{
    heddle_atomic_begin();
    bool is_possible = (__runtime_alarms | __runtime_timer_signals) & among;
    heddle_atomic_end();
    if (is_possible)
        __heddle_unmodelled(what);
}

// What a child's end sends, and what it may send itself where the program sends signals at all.
static void check_sent_by_child(int number)
{
    if ((number == SIGCHLD || __heddle_signals_are_sent()) &&
        __runtime_is_handled(&__runtime_actions[number]))
        __heddle_unmodelled("a handler that a child of fork may make run at any moment");
}

void __runtime_check_handlers_for_children(void)
{
    for (int number = 1; number < SIGNALS; number++)
        check_sent_by_child(number);
}

static bool can_be_asked_about(int number)
{
    return number > 0 && number < SIGNALS && (number < FIRST_INTERNAL || number > LAST_INTERNAL);
}

// Changing an action is atomic, as the system call is. What becomes ignored is pending no more.
static int change_action(int number, const struct runtime_action *action, struct runtime_action *old)
{
    if (!can_be_asked_about(number) || (action && (number == SIGKILL || number == SIGSTOP)))
        return __runtime_fail(EINVAL);
    if (action && __runtime_is_fault(number) && action->function != SIG_DFL && !__heddle_looks_for_faults())
        __heddle_unmodelled(
            "a handler for a signal that a fault raises, where not all of assertion, abort, memory and "
            "arithmetic are asked for");
    struct runtime_action copy = action ? *action : (struct runtime_action){0}, before;
    heddle_atomic_begin();
    before = __runtime_actions[number];
    if (action)
        __runtime_actions[number] = copy;
    if (action && __heddle_processes_are_made() && __runtime_has_forked)
        check_sent_by_child(number);
    if (action && __runtime_is_ignored(&copy, number))
        __runtime_discard_signal(number);
    heddle_atomic_end();
    if (action && __runtime_is_handled(&copy)) // behind the change: see alarms.c
        __runtime_check_alarms(__runtime_signal_bit(number), "a handler that an alarm may run at any moment");
    if (action && !__runtime_is_ignored(&copy, number) && __heddle_looks_for_status())
        __runtime_check_alarms(
            __runtime_signal_bit(number),
            "an alarm that may ring while the action of its signal changes, where `exit` is "
            "asked for");
    if (old)
        *old = before;
    return 0;
}

int sigaction(int number, const struct runtime_action *restrict action, struct runtime_action *restrict old)
{
    return change_action(number, action, old);
}

static signal_handler *set_handler(int number, const struct runtime_action *action)
{
    struct runtime_action old;
    return change_action(number, action, &old) < 0 ? SIG_ERR : old.function;
}

// Signals whose handlers, installed by signal, do not have functions that wait begin again (siginterrupt).
static uint64_t fail_waits;

static bool fails_waits(int number)
{
    heddle_atomic_begin();
    bool fails = fail_waits & __runtime_signal_bit(number);
    heddle_atomic_end();
    return fails;
}

static void set_fails_waits(int number, bool fails)
{
    uint64_t bit = __runtime_signal_bit(number);
    heddle_atomic_begin();
    if (fails != !!(fail_waits & bit))
        fail_waits ^= bit;
    heddle_atomic_end();
}

// As BSD has it, the mask names the signal.
signal_handler *signal(int number, signal_handler *function)
{
    if (function == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    struct runtime_action action = {.function = function, .flags = ACTION_RESTARTS};
    if (number > 0 && number < SIGNALS) {
        sigaddset(&action.mask, number);
        if (fails_waits(number))
            action.flags = 0;
    }
    return set_handler(number, &action);
}

signal_handler *__sysv_signal(int number, signal_handler *function)
{
    return set_handler(number, &(struct runtime_action){.function = function,
                                                        .flags = (int)(ACTION_ONCE | ACTION_DOES_NOT_DEFER)});
}

int siginterrupt(int number, int interrupt)
{
    struct runtime_action action;
    if (change_action(number, NULL, &action) < 0)
        return -1;
    set_fails_waits(number, interrupt);
    action.flags = (int)(((unsigned)action.flags & ~ACTION_RESTARTS) | (interrupt ? 0 : ACTION_RESTARTS));
    return change_action(number, &action, NULL);
}
