// <signal.h>. No signal ever comes from outside, and the ways to send one (kill, pthread_kill, alarm, raise
// with a handler) are not modelled, so installing a handler and masking only have to be remembered. Handlers
// of signals that the program's own faults raise would have to run: installing one is reported.
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

static handler *set_handler(int number, handler *function)
{
    struct action action = {.function = function}, old;
    return change(number, &action, &old) < 0 ? SIG_ERR : old.function;
}

handler *signal(int number, handler *function)
{
    return set_handler(number, function);
}

handler *__sysv_signal(int number, handler *function)
{
    return set_handler(number, function);
}

int raise(int number)
{
    struct action action;
    if (change(number, NULL, &action) < 0)
        return -1;
    if (number == SIGABRT)
        abort();
    if (action.function != SIG_IGN)
        __heddle_unmodelled("raise");
    return 0;
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

static _Thread_local sigset mask;

// Returns an error number.
static int change_mask(int how, const sigset *set, sigset *old)
{
    enum { BLOCK, UNBLOCK, SET };
    sigset before = mask;
    if (set && (how < BLOCK || how > SET))
        return EINVAL;
    for (size_t i = 0; set && i < sizeof mask.words / sizeof *mask.words; i++) {
        unsigned long word = set->words[i];
        mask.words[i] = how == BLOCK     ? before.words[i] | word
                        : how == UNBLOCK ? before.words[i] & ~word
                                         : word;
    }
    if (old)
        *old = before;
    return 0;
}

int pthread_sigmask(int how, const sigset *set, sigset *old)
{
    return change_mask(how, set, old);
}

int sigprocmask(int how, const sigset *set, sigset *old)
{
    int error = change_mask(how, set, old);
    if (error)
        errno = error;
    return error ? -1 : 0;
}
