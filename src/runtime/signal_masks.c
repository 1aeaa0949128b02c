// <signal.h>: the signals that each thread blocks.
#include "runtime/signals.h"

_Thread_local sigset_t __runtime_signal_mask; // the machine knows it by this name

void __runtime_set_signal_mask(const sigset_t *mask, bool suspended)
{
    uint64_t blocked = __runtime_signal_word(mask) & ~__runtime_signal_word(&__runtime_signal_mask);
    __runtime_signal_mask = *mask;
    if (!__heddle_signals_are_sent())
        return;
    heddle_atomic_begin();
    struct runtime_mailbox *own = __runtime_own_mailbox();
    own->mask = __runtime_signal_word(mask) | __runtime_signal_bit(SIGKILL);
    own->suspended = suspended;
    if (blocked && __runtime_process_pending.numbers & blocked)
        __runtime_wake_others(__runtime_process_pending.numbers & blocked);
    heddle_atomic_end();
}

// Returns an error number.
int __runtime_change_signal_mask(int how, const sigset_t *set, sigset_t *old)
{
    enum { BLOCK, UNBLOCK, SET };
    sigset_t before = __runtime_signal_mask, after = before;
    if (set && (how < BLOCK || how > SET))
        return EINVAL;
    for (size_t i = 0; set && i < sizeof before.words / sizeof *before.words; i++) {
        unsigned long word = set->words[i];
        after.words[i] = how == BLOCK     ? before.words[i] | word
                         : how == UNBLOCK ? before.words[i] & ~word
                                          : word;
    }
    sigdelset(&after, SIGKILL);
    sigdelset(&after, SIGSTOP);
    if (set)
        __runtime_set_signal_mask(&after, false);
    if (old)
        *old = before;
    __runtime_deliver_pending();
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return __runtime_change_signal_mask(how, set, old);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    int error = __runtime_change_signal_mask(how, set, old);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

// Of ppoll and the like (files.h).
void __runtime_let_through(const void *mask)
{
    uint64_t through =
        mask ? __runtime_signal_word(&__runtime_signal_mask) & ~__runtime_signal_word(mask) : 0;
    if (through && (__heddle_signals_are_sent() || __runtime_pending_signals() & through))
        __heddle_unmodelled("a wait for descriptors that lets signals through which the thread blocks");
}
