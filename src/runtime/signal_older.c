// <signal.h>: what System V and BSD had before sigaction: a mask for one signal at a time.
#include "runtime/signals.h"

#define SIG_HOLD ((signal_handler *)2)

enum { BLOCK, UNBLOCK, REPLACE };

int sigaction(int number, const struct runtime_action *restrict action, struct runtime_action *restrict old);
signal_handler *signal(int number, signal_handler *function);
signal_handler *__sysv_signal(int number, signal_handler *function);
int sigsuspend(const sigset_t *set);
int raise(int number);

// Whether the signal was blocked before; -1: there is none of that number.
static int change_one(int how, int number)
{
    sigset_t set = {{0}}, old;
    if (sigaddset(&set, number) < 0)
        return -1;
    int error = __runtime_change_signal_mask(how, &set, &old);
    return error ? __runtime_fail(error) : sigismember(&old, number);
}

int sighold(int number)
{
    return change_one(BLOCK, number) < 0 ? -1 : 0;
}

int sigrelse(int number)
{
    return change_one(UNBLOCK, number) < 0 ? -1 : 0;
}

int sigignore(int number)
{
    return sigaction(number, &(struct runtime_action){.function = SIG_IGN}, NULL);
}

// As in glibc, the action changes before the signal is let through.
signal_handler *sigset(int number, signal_handler *function)
{
    struct runtime_action before;
    if (function == SIG_ERR || number < 1 || number >= SIGNALS) {
        errno = EINVAL;
        return SIG_ERR;
    }
    int error = function == SIG_HOLD
                    ? sigaction(number, NULL, &before)
                    : sigaction(number, &(struct runtime_action){.function = function}, &before);
    if (error < 0)
        return SIG_ERR;
    int was_blocked = change_one(function == SIG_HOLD ? BLOCK : UNBLOCK, number);
    return was_blocked < 0 ? SIG_ERR : was_blocked ? SIG_HOLD : before.function;
}

// X/Open's, which headers call sigpause: waits without blocking the signal.
int __xpg_sigpause(int number)
{
    sigset_t set = __runtime_signal_mask;
    return sigdelset(&set, number) < 0 ? -1 : sigsuspend(&set);
}

// BSD's: masks of the first 32 signals as bits.
static sigset_t set_of(int mask)
{
    return (sigset_t){{(unsigned)mask}};
}

static int change_mask(int how, int mask)
{
    sigset_t set = set_of(mask), old;
    __runtime_change_signal_mask(how, &set, &old);
    return (int)old.words[0];
}

int sigblock(int mask)
{
    return change_mask(BLOCK, mask);
}

int sigsetmask(int mask)
{
    return change_mask(REPLACE, mask);
}

int siggetmask(void)
{
    return sigblock(0);
}

// By this name it takes the mask to wait with.
int sigpause(int mask)
{
    sigset_t set = set_of(mask);
    return sigsuspend(&set);
}

signal_handler *ssignal(int number, signal_handler *function)
{
    return signal(number, function);
}

int gsignal(int number)
{
    return raise(number);
}

signal_handler *bsd_signal(int number, signal_handler *function)
{
    return signal(number, function);
}

signal_handler *sysv_signal(int number, signal_handler *function)
{
    return __sysv_signal(number, function);
}
