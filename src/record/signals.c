// Signal handlers. That another thread, or the program itself, has raised a signal before its handler runs is
// kept by the order of calls of code that was not instrumented: raising is one, and so is being interrupted.
#include "record/recorder.h"
#include "record/window.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

struct handler {
    void (*simple)(int);
    void (*full)(int, siginfo_t *, void *); // NULL: it takes the number alone
};
static struct handler handlers[NSIG];

static void run_handler(int number, siginfo_t *info, void *context)
{
    struct handler handler = handlers[number];
    int error = errno;
    uint32_t place = heddle_recording_place;
    bool paused = window_interrupt();
    recorder_sync(RECORDED_OUTSIDE, 0, 0, NULL);
    errno = error;
    if (handler.full)
        handler.full(number, info, context);
    else
        handler.simple(number);
    error = errno;
    recorder_sync(RECORDED_OUTSIDE, RECORDED_RETURNED, 0, NULL);
    window_continue(paused);
    heddle_recording_place = place;
    errno = error;
}

static bool is_handler(const struct sigaction *action)
{
    return action && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN &&
           action->sa_handler != SIG_ERR;
}

// The program gets its own handlers, not those of the library.
static void tell_old(struct sigaction *old, const struct handler *handler)
{
    if (!old || !(old->sa_flags & SA_SIGINFO) || old->sa_sigaction != run_handler)
        return;
    if (handler->full)
        old->sa_sigaction = handler->full;
    else {
        old->sa_handler = handler->simple;
        old->sa_flags &= ~SA_SIGINFO;
    }
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    if (number <= 0 || number >= NSIG)
        return REAL(sigaction)(number, action, old);
    struct handler before = handlers[number];
    struct sigaction own;
    if (is_handler(action)) {
        bool full = (action->sa_flags & SA_SIGINFO) != 0;
        own = *action;
        own.sa_sigaction = run_handler;
        own.sa_flags |= SA_SIGINFO;
        handlers[number] =
            (struct handler){full ? NULL : action->sa_handler, full ? action->sa_sigaction : NULL};
        action = &own;
    }
    int result = REAL(sigaction)(number, action, old);
    if (result != 0 && action == &own)
        handlers[number] = before;
    if (result == 0)
        tell_old(old, &before);
    return result;
}

static void (*set_handler(int number, void (*handler)(int), int flags))(int)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
    sigemptyset(&action.sa_mask);
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

void (*signal(int number, void (*handler)(int)))(int)
{
    return set_handler(number, handler, SA_RESTART);
}

// What strict C without extensions gets in place of signal.
void (*__sysv_signal(int number, void (*handler)(int)))(int) // NOLINT
{
    return set_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER));
}
