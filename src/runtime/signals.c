// <signal.h>. No signal ever comes from outside. A thread may send one to itself: then the handler runs at
// once, or when the thread no longer blocks the signal. A handler that would run in another thread, at any
// moment, has no model. Handlers of signals that the program's own faults raise would have to run: installing
// one is reported.
#include "runtime/runtime.h"

enum {
    SIGNALS = 65,
    SIGILL = 4,
    SIGTRAP = 5,
    SIGABRT = 6,
    SIGBUS = 7,
    SIGFPE = 8,
    SIGKILL = 9,
    SIGSEGV = 11
};
enum { SIGSTOP = 19, SIGSYS = 31 };
// Flags of an action: SA_SIGINFO, SA_NODEFER, SA_RESETHAND.
#define WITH_INFORMATION 4u
#define NOT_DEFERRED 0x40000000u
#define ONCE 0x80000000u
#define SIG_DFL ((handler *)0)
#define SIG_IGN ((handler *)1)
#define SIG_ERR ((handler *)-1)

typedef void handler(int number);

typedef struct {
    unsigned long words[128 / sizeof(long)];
} sigset;

struct action {
    handler *function;
    sigset mask;
    int flags;
    void (*restorer)(void);
};

static struct action actions[SIGNALS];

static bool is_fault(int number)
{
    return number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS ||
           number == SIGFPE || number == SIGSEGV || number == SIGSYS;
}

// Changing an action is atomic, as the system call is.
static int change(int number, const struct action *action, struct action *old)
{
    if (number <= 0 || number >= SIGNALS || (action && (number == SIGKILL || number == SIGSTOP))) {
        errno = EINVAL;
        return -1;
    }
    if (action && is_fault(number) && action->function != SIG_DFL)
        __heddle_unmodelled("a handler for a signal that a fault raises");
    struct action copy = action ? *action : (struct action){0}, before;
    heddle_atomic_begin();
    before = actions[number];
    if (action)
        actions[number] = copy;
    heddle_atomic_end();
    if (old)
        *old = before;
    return 0;
}

int sigaction(int number, const struct action *restrict action, struct action *restrict old)
{
    return change(number, action, old);
}

static bool handles(int number)
{
    struct action action;
    return change(number, NULL, &action) == 0 && action.function != SIG_DFL && action.function != SIG_IGN;
}

static handler *set_handler(int number, handler *function, unsigned flags)
{
    struct action action = {.function = function, .flags = (int)flags}, old;
    return change(number, &action, &old) < 0 ? SIG_ERR : old.function;
}

handler *signal(int number, handler *function)
{
    return set_handler(number, function, 0);
}

handler *__sysv_signal(int number, handler *function)
{
    return set_handler(number, function, ONCE | NOT_DEFERRED);
}

int siginterrupt(int number, int interrupt)
{
    (void)interrupt;
    return change(number, NULL, NULL);
}

// Sets of signals, and each thread's mask.
static unsigned long bit_of(int number)
{
    return 1ul << (unsigned)(number - 1) % (8 * sizeof(long));
}

static unsigned long *word_of(const sigset *set, int number)
{
    return (unsigned long *)&set->words[(unsigned)(number - 1) / (8 * sizeof(long))];
}

static bool is_number(int number)
{
    if (number > 0 && number < SIGNALS)
        return true;
    errno = EINVAL;
    return false;
}

int sigemptyset(sigset *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset *set)
{
    memset(set, 0xff, sizeof *set);
    return 0;
}

int sigaddset(sigset *set, int number)
{
    if (!is_number(number))
        return -1;
    *word_of(set, number) |= bit_of(number);
    return 0;
}

int sigdelset(sigset *set, int number)
{
    if (!is_number(number))
        return -1;
    *word_of(set, number) &= ~bit_of(number);
    return 0;
}

int sigismember(const sigset *set, int number)
{
    if (!is_number(number))
        return -1;
    return (*word_of(set, number) & bit_of(number)) != 0;
}

// ---- masks

_Thread_local sigset
    __runtime_signal_mask;           // a thread has that of its creator: the machine knows it by this name
static _Thread_local sigset pending; // sent to the thread, and blocked

static bool is_in(const sigset *set, int number)
{
    return *word_of(set, number) & bit_of(number);
}

static void deliver_pending(void);

// Returns an error number.
int __runtime_change_signal_mask(int how, const sigset *set, sigset *old)
{
    enum { BLOCK, UNBLOCK, SET };
    sigset before = __runtime_signal_mask;
    if (set && (how < BLOCK || how > SET))
        return EINVAL;
    for (size_t i = 0; set && i < sizeof before.words / sizeof *before.words; i++) {
        unsigned long word = set->words[i];
        __runtime_signal_mask.words[i] = how == BLOCK     ? before.words[i] | word
                                         : how == UNBLOCK ? before.words[i] & ~word
                                                          : word;
    }
    sigdelset(&__runtime_signal_mask, SIGKILL);
    sigdelset(&__runtime_signal_mask, SIGSTOP);
    if (old)
        *old = before;
    deliver_pending();
    return 0;
}

int pthread_sigmask(int how, const sigset *set, sigset *old)
{
    return __runtime_change_signal_mask(how, set, old);
}

int sigprocmask(int how, const sigset *set, sigset *old)
{
    int error = __runtime_change_signal_mask(how, set, old);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

int sigpending(sigset *set)
{
    *set = pending;
    return 0;
}

// ---- delivery, to the calling thread

extern _Thread_local long __runtime_signal_handlers; // jumps.c

struct information { // siginfo_t
    int number, error, code;
#if __SIZEOF_POINTER__ == 8
    int unused;
#endif
    int process;
    unsigned user;
    char rest[104];
};

int getpid(void);
unsigned getuid(void);
void _exit(int status) __attribute__((noreturn));

static void do_default(int number)
{
    enum { SIGCHLD = 17, SIGCONT = 18, SIGTSTP = 20, SIGTTOU = 22, SIGURG = 23, SIGWINCH = 28 };
    if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
        return;
    if (number == SIGSTOP || (number >= SIGTSTP && number <= SIGTTOU))
        __heddle_unmodelled("a signal that stops the program");
    if (is_fault(number))
        abort();
    _exit(128 + number);
}

// The context is what the handler finds in it: any registers.
static void call_handler(const struct action *action, int number)
{
    enum { BY_THREAD = -6 }; // SI_TKILL
    char context[1024];
    __runtime_signal_handlers++;
    struct information information = {number, 0, BY_THREAD, .process = getpid(), .user = getuid()};
    if ((unsigned)action->flags & WITH_INFORMATION)
        ((void (*)(int, struct information *, void *))(void (*)(void))action->function)(number, &information,
                                                                                        context);
    else
        action->function(number);
    __runtime_signal_handlers--;
}

static struct action take_action(int number)
{
    heddle_atomic_begin();
    struct action action = actions[number];
    bool handled = action.function != SIG_DFL && action.function != SIG_IGN;
    if (handled && (unsigned)action.flags & ONCE)
        actions[number].function = SIG_DFL;
    heddle_atomic_end();
    return action;
}

static void deliver(int number)
{
    struct action action = take_action(number);
    if (action.function == SIG_IGN)
        return;
    if (action.function == SIG_DFL) {
        do_default(number);
        return;
    }
    sigset before = __runtime_signal_mask;
    for (size_t i = 0; i < sizeof before.words / sizeof *before.words; i++)
        __runtime_signal_mask.words[i] |= action.mask.words[i];
    if (!((unsigned)action.flags & NOT_DEFERRED))
        sigaddset(&__runtime_signal_mask, number);
    deliver_pending(); // Linux begins the handlers of all that is pending, and the last one goes on first
    call_handler(&action, number);
    __runtime_signal_mask = before;
    deliver_pending();
}

static void deliver_pending(void)
{
    for (int number = 1; number < SIGNALS; number++)
        if (is_in(&pending, number) && !is_in(&__runtime_signal_mask, number)) {
            sigdelset(&pending, number);
            deliver(number);
        }
}

// ---- sending

static bool is_valid(int number)
{
    if (number >= 0 && number < SIGNALS)
        return true;
    errno = EINVAL;
    return false;
}

// This, and what changes the mask, src/analysis/slicing_criteria.c knows by their names.
void __runtime_send_signal(int number)
{
    enum { FIRST_QUEUED = 32 };
    if (number == 0)
        return;
    if (!is_in(&__runtime_signal_mask, number)) {
        deliver(number);
        return;
    }
    if (number >= FIRST_QUEUED && is_in(&pending, number))
        __heddle_unmodelled("real-time signals that are queued");
    sigaddset(&pending, number);
}

int raise(int number)
{
    if (!is_valid(number))
        return -1;
    __runtime_send_signal(number);
    return 0;
}

typedef unsigned long pthread_t;
pthread_t pthread_self(void);
int gettid(void);

int pthread_kill(pthread_t thread, int number)
{
    if (number < 0 || number >= SIGNALS)
        return EINVAL;
    if (number && thread != pthread_self())
        __heddle_unmodelled("pthread_kill of another thread");
    __runtime_send_signal(number);
    return 0;
}

// Linux takes the main thread where that has not blocked the signal.
int kill(int process, int number)
{
    if (!is_valid(number))
        return -1;
    if (process != getpid())
        __heddle_unmodelled("kill of another process");
    if (number && (gettid() != getpid() || is_in(&__runtime_signal_mask, number)))
        __heddle_unmodelled("kill by a thread that need not be the one that handles the signal");
    __runtime_send_signal(number);
    return 0;
}

// ---- waiting

// The lowest one that is pending; none can come.
static int take(const sigset *set)
{
    CANCELLATION_POINT(0);
    for (int number = 1; number < SIGNALS; number++)
        if (is_in(set, number) && is_in(&pending, number)) {
            sigdelset(&pending, number);
            return number;
        }
    __heddle_unmodelled("waiting for a signal");
    return 0;
}

int sigwait(const sigset *set, int *number)
{
    *number = take(set);
    return 0;
}

int sigwaitinfo(const sigset *set, struct information *information)
{
    int number = take(set);
    if (information)
        *information = (struct information){number, 0, -6, .process = getpid(), .user = getuid()};
    return number;
}

int sigtimedwait(const sigset *set, struct information *information, const struct timespec *duration)
{
    (void)duration;
    return sigwaitinfo(set, information);
}

// Handlers of what is pending run before the mask is as it was.
int sigsuspend(const sigset *set)
{
    sigset before = __runtime_signal_mask;
    bool found = false;
    CANCELLATION_POINT(0);
    for (int number = 1; number < SIGNALS; number++)
        found |= is_in(&pending, number) && !is_in(set, number) && handles(number);
    if (!found)
        __heddle_unmodelled("waiting for a signal");
    __runtime_change_signal_mask(2, set, NULL);
    __runtime_signal_mask = before;
    errno = EINTR;
    return -1;
}

int pause(void)
{
    CANCELLATION_POINT(0);
    __heddle_unmodelled("waiting for a signal");
    return -1;
}
