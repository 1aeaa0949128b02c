// <signal.h>: waiting until a signal is pending (sigwait and its like), or a handler has run (sigsuspend,
// pause).
#include "runtime/signals.h"

bool __runtime_sleep(uint64_t seconds, uint64_t nanoseconds);

// Takes a signal of these that is pending. Number 0: none is, and *called says whether the thread is to be
// interrupted: a signal that comes after that is too late.
static struct runtime_signal look_for_signal(uint64_t among, bool *called)
{
    struct runtime_signal signal;
    *called = false;
    if (!__heddle_signals_are_sent())
        return __runtime_take_signal(among);
    heddle_atomic_begin();
    signal = __runtime_take_signal(among);
    _Atomic(uint64_t) *call = &__runtime_own_mailbox()->call;
    if (!signal.number && __c11_atomic_load(call, __ATOMIC_RELAXED)) {
        __c11_atomic_store(call, 0, __ATOMIC_RELAXED);
        *called = true;
    }
    heddle_atomic_end();
    return signal;
}

void __runtime_check_signals_come(uint64_t among)
{
    __runtime_check_alarms(among, "waiting for the signal of an alarm");
    if (__heddle_processes_are_made()) {
        heddle_atomic_begin();
        bool has_forked = __runtime_has_forked;
        heddle_atomic_end();
        if (has_forked)
            __heddle_unmodelled("waiting for a signal after fork");
    }
    if (!__heddle_signals_are_sent())
        __heddle_unmodelled("waiting for a signal");
}

static void wait_for_others(uint64_t among)
{
    __runtime_check_signals_come(among);
    CANCELLATION_POINT(0);
}

// Its number is 0 where a handler for another signal has interrupted the thread, and that `fails`.
static struct runtime_signal take_waited_signal(const sigset_t *set, bool fails)
{
    struct runtime_signal signal;
    bool called;
    CANCELLATION_POINT(0);
    while (!(signal = look_for_signal(__runtime_signal_word(set), &called)).number) {
        if (!called)
            wait_for_others(__runtime_signal_word(set));
        else if (__runtime_interrupted(0) && fails)
            break;
    }
    return signal;
}

int sigwait(const sigset_t *set, int *number)
{
    *number = take_waited_signal(set, false).number;
    return 0;
}

// glibc says SI_USER (0) of what another thread, or the thread itself, has sent (SI_TKILL).
static int inform(const struct runtime_signal *signal, struct runtime_information *information)
{
    if (information)
        *information = __runtime_information(signal, signal->code == BY_THREAD ? BY_USER : signal->code);
    return signal->number;
}

int sigwaitinfo(const sigset_t *set, struct runtime_information *information)
{
    struct runtime_signal signal = take_waited_signal(set, true);
    return signal.number ? inform(&signal, information) : __runtime_fail(EINTR);
}

// Either a signal is there when the thread looks, or it sleeps to the end and looks again, as in wait_for
// (poll.c).
int sigtimedwait(const sigset_t *set, struct runtime_information *information,
                 const struct timespec *duration)
{
    if (!duration)
        return sigwaitinfo(set, information);
    if (duration->tv_sec < 0 || duration->tv_nsec < 0 || duration->tv_nsec >= 1000000000)
        return __runtime_fail(EINVAL);
    CANCELLATION_POINT(0);
    uint64_t among = __runtime_signal_word(set);
    struct runtime_signal signal = __runtime_take_signal(among);
    if (!signal.number && (duration->tv_sec || duration->tv_nsec)) {
        if (!__runtime_sleep((uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec))
            return __runtime_fail(EINTR);
        signal = __runtime_take_signal(among);
    }
    if (!signal.number)
        __runtime_check_alarms(among, "waiting for the signal of an alarm");
    return signal.number ? inform(&signal, information) : __runtime_fail(EAGAIN);
}

// Handlers of what is pending, and is not blocked by the set, run, and then the mask is as it was. While they
// run the thread is interrupted by others as anywhere.
static int suspend_for_signals(const sigset_t *set)
{
    sigset_t before = __runtime_signal_mask;
    CANCELLATION_POINT(0);
    __runtime_set_signal_mask(set, true);
    for (bool called;;) {
        struct runtime_signal signal = look_for_signal(~__runtime_signal_word(set), &called);
        if (signal.number && __runtime_deliver(&signal, before))
            return __runtime_fail(EINTR);
        if (signal.number)
            __runtime_set_signal_mask(set, true);
        else if (!called)
            wait_for_others(~__runtime_signal_word(set));
    }
}

int sigsuspend(const sigset_t *set)
{
    sigset_t mask = *set;
    sigdelset(&mask, SIGKILL);
    sigdelset(&mask, SIGSTOP);
    return suspend_for_signals(&mask);
}

int pause(void)
{
    sigset_t mask = __runtime_signal_mask;
    return suspend_for_signals(&mask);
}
