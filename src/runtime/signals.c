// <signal.h>. No signal ever comes from outside. A thread may send one to itself: then the handler runs at
// once, or when the thread no longer blocks the signal. It may send one to another thread: that keeps it
// while it blocks it, and takes it when it waits for signals or unblocks it. A handler that would interrupt
// another thread, at any moment, has no model. Where the program's own faults raise a signal (and where it
// calls abort) that is a violation, and the execution is over, so that handlers of these signals run for
// raise only: where those violations are not asked for, installing such a handler is reported.
#include "runtime/files.h"

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
// Those that glibc keeps for itself.
enum { FIRST_INTERNAL = 32, LAST_INTERNAL = 33 };
// Flags of an action: SA_SIGINFO, SA_RESTART, SA_NODEFER, SA_RESETHAND.
#define RESTARTS 0x10000000u
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

static bool is_ignored_by_default(int number)
{
    enum { SIGCHLD = 17, SIGCONT = 18, SIGURG = 23, SIGWINCH = 28 };
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

static bool is_ignored(const struct action *action, int number)
{
    return action->function == SIG_IGN || (action->function == SIG_DFL && is_ignored_by_default(number));
}

static void discard_pending(int number);

// Changing an action is atomic, as the system call is. What becomes ignored is pending no more.
static int change(int number, const struct action *action, struct action *old)
{
    if (number <= 0 || number >= SIGNALS || (number >= FIRST_INTERNAL && number <= LAST_INTERNAL) ||
        (action && (number == SIGKILL || number == SIGSTOP))) {
        errno = EINVAL;
        return -1;
    }
    if (action && is_fault(number) && action->function != SIG_DFL && !__heddle_looks_for_faults())
        __heddle_unmodelled(
            "a handler for a signal that a fault raises, where not all of assertion, abort, memory and "
            "arithmetic are asked for");
    struct action copy = action ? *action : (struct action){0}, before;
    heddle_atomic_begin();
    before = actions[number];
    if (action)
        actions[number] = copy;
    if (action && is_ignored(&copy, number))
        discard_pending(number);
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

int sigaddset(sigset *set, int number);

// As BSD has it, the mask names the signal.
static handler *set_handler(int number, handler *function, unsigned flags)
{
    struct action action = {.function = function, .flags = (int)flags}, old;
    if (flags & RESTARTS && number > 0 && number < SIGNALS)
        sigaddset(&action.mask, number);
    return change(number, &action, &old) < 0 ? SIG_ERR : old.function;
}

handler *signal(int number, handler *function)
{
    return set_handler(number, function, RESTARTS);
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
    for (int number = FIRST_INTERNAL; number <= LAST_INTERNAL; number++)
        *word_of(set, number) &= ~bit_of(number);
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

// Of real-time signals; glibc keeps the first two.
int __libc_current_sigrtmin(void)
{
    return LAST_INTERNAL + 1;
}

int __libc_current_sigrtmax(void)
{
    return SIGNALS - 1;
}

// As one word: there are 64 signals.
static uint64_t word_from(const sigset *set)
{
    uint64_t low = set->words[0];
    return sizeof(long) == 8 ? low : low | (uint64_t)set->words[1] << 32;
}

static uint64_t mask_of(int number)
{
    return (uint64_t)1 << (number - 1);
}

// ---- masks

_Thread_local sigset
    __runtime_signal_mask;             // a thread has that of its creator: the machine knows it by this name
static _Thread_local uint64_t pending; // sent to the thread, and blocked

// Where threads send signals to others, what these have to know, by the number of the thread; then what is
// pending is here, and a thread that is created has its creator's mask here, too. Only in atomic sections.
enum { MAILBOXES = 256 };
struct __runtime_mailbox {
    uint64_t mask, pending;
    bool suspended; // it waits for a signal that it does not block (sigsuspend)
} __runtime_mailboxes[MAILBOXES];

typedef unsigned long pthread_t;
int __heddle_thread_number(pthread_t thread);
pthread_t pthread_self(void);
int getpid(void);
int gettid(void);

static struct __runtime_mailbox *own_mailbox(void)
{
    return &__runtime_mailboxes[__heddle_thread_number(pthread_self())];
}

static void set_mask(const sigset *mask, bool suspended)
{
    __runtime_signal_mask = *mask;
    if (!__heddle_signals_are_sent())
        return;
    heddle_atomic_begin();
    own_mailbox()->mask = word_from(mask);
    own_mailbox()->suspended = suspended;
    heddle_atomic_end();
}

static bool is_in(const sigset *set, int number)
{
    return *word_of(set, number) & bit_of(number);
}

// Where no signals are sent between threads: how often a signal has become ignored, and how often it had when
// the thread found it pending.
static unsigned discards[SIGNALS];
static _Thread_local unsigned discards_before[SIGNALS];

static void discard_pending(int number)
{
    discards[number]++;
    for (int k = 0; __heddle_signals_are_sent() && k < MAILBOXES; k++)
        if (__runtime_mailboxes[k].pending & mask_of(number))
            __runtime_mailboxes[k].pending &= ~mask_of(number);
}

// Of the thread's own, what has not become ignored since.
static uint64_t *own_pending(void)
{
    for (uint64_t left = pending; left; left &= left - 1) {
        int number = __builtin_ctzll(left) + 1;
        heddle_atomic_begin();
        if (discards[number] != discards_before[number])
            pending &= ~mask_of(number);
        heddle_atomic_end();
    }
    return &pending;
}

static uint64_t get_pending(void)
{
    if (!__heddle_signals_are_sent())
        return *own_pending();
    heddle_atomic_begin();
    uint64_t found = own_mailbox()->pending;
    heddle_atomic_end();
    return found;
}

// Takes the lowest of these signals that is pending; 0: none is. The thread is no longer suspended then, and
// for others blocks all signals until its mask is set, if it was.
static int take_pending(uint64_t among)
{
    bool shared = __heddle_signals_are_sent();
    if (shared)
        heddle_atomic_begin();
    uint64_t *from = shared ? &own_mailbox()->pending : own_pending(), found = *from & among;
    if (found) {
        *from &= ~(found & -found);
        if (shared && own_mailbox()->suspended) {
            own_mailbox()->suspended = false;
            own_mailbox()->mask = ~(uint64_t)0;
        }
    }
    if (shared)
        heddle_atomic_end();
    return found ? __builtin_ctzll(found) + 1 : 0;
}

static void deliver_pending(void);

// Returns an error number.
int __runtime_change_signal_mask(int how, const sigset *set, sigset *old)
{
    enum { BLOCK, UNBLOCK, SET };
    sigset before = __runtime_signal_mask, after = before;
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
        set_mask(&after, false);
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
    uint64_t found = get_pending();
    sigemptyset(set);
    for (int number = 1; number < SIGNALS; number++)
        if (found & mask_of(number))
            sigaddset(set, number);
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

unsigned getuid(void);
void _exit(int status) __attribute__((noreturn));

static void do_default(int number)
{
    enum { SIGTSTP = 20, SIGTTOU = 22 };
    if (is_ignored_by_default(number))
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

// `after`: the mask when the handler has returned.
static void deliver(int number, sigset after)
{
    struct action action = take_action(number);
    if (action.function == SIG_IGN)
        return;
    if (action.function == SIG_DFL) {
        do_default(number);
        return;
    }
    sigset during = __runtime_signal_mask;
    for (size_t i = 0; i < sizeof during.words / sizeof *during.words; i++)
        during.words[i] |= action.mask.words[i];
    if (!((unsigned)action.flags & NOT_DEFERRED))
        sigaddset(&during, number);
    set_mask(&during, false);
    deliver_pending(); // Linux begins the handlers of all that is pending, and the last one goes on first
    call_handler(&action, number);
    set_mask(&after, false);
    deliver_pending();
}

static void deliver_pending(void)
{
    int number;
    while ((number = take_pending(~word_from(&__runtime_signal_mask))))
        deliver(number, __runtime_signal_mask);
}

// ---- sending

static bool is_valid(int number)
{
    if (number >= 0 && number < SIGNALS)
        return true;
    errno = EINVAL;
    return false;
}

// Real-time signals are queued: more than one of a number has no model.
static void add_pending(uint64_t *to, int number)
{
    enum { FIRST_QUEUED = 32 };
    if (number >= FIRST_QUEUED && *to & mask_of(number))
        __heddle_unmodelled("real-time signals that are queued");
    *to |= mask_of(number);
}

// This, and what changes the mask, src/analysis/slicing_criteria.c knows by their names.
void __runtime_send_signal(int number)
{
    if (number == 0)
        return;
    if (!is_in(&__runtime_signal_mask, number)) {
        deliver(number, __runtime_signal_mask);
        return;
    }
    bool shared = __heddle_signals_are_sent();
    uint64_t *to = shared ? NULL : own_pending();
    heddle_atomic_begin();
    add_pending(shared ? &own_mailbox()->pending : to, number);
    discards_before[number] = discards[number];
    heddle_atomic_end();
}

// Sends a signal to another thread that has not ended. Its default action may end the program at any time
// after that: when the receiver is scheduled, which blocks all signals before its routine begins.
void __runtime_signal_thread(struct __runtime_mailbox *box, int number)
{
    enum { NOTHING, DEFAULT, INTERRUPTS } outcome = NOTHING;
    heddle_atomic_begin();
    struct action action = actions[number];
    bool handled = action.function != SIG_DFL && action.function != SIG_IGN;
    if (box->mask & mask_of(number) || (handled && box->suspended))
        add_pending(&box->pending, number);
    else if (!is_ignored(&action, number))
        outcome = handled ? INTERRUPTS : DEFAULT;
    heddle_atomic_end();
    if (outcome == DEFAULT)
        __heddle_unmodelled("what threads do before a signal for another one ends the program");
    if (outcome == INTERRUPTS)
        __heddle_unmodelled("a signal handler that interrupts another thread");
}

int raise(int number)
{
    if (!is_valid(number))
        return -1;
    __runtime_send_signal(number);
    return 0;
}

// A thread that has ended and can still be joined gets nothing, and glibc looks at nothing else.
int pthread_kill(pthread_t thread, int number)
{
    bool valid = number >= 0 && number < SIGNALS;
    if (thread == pthread_self()) {
        if (!valid)
            return EINVAL;
        __runtime_send_signal(number);
        return 0;
    }
    int receiver = __heddle_thread_number(thread);
    if (receiver >= 0 && !valid)
        return EINVAL;
    if (receiver >= 0 && number)
        __runtime_signal_thread(&__runtime_mailboxes[receiver], number);
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

// ---- stacks for handlers, which is where they run, or not: that has no effect

struct signal_stack {
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

// ---- waiting

// Where no thread sends any to others, none can come.
static void wait_for_others(void)
{
    if (!__heddle_signals_are_sent())
        __heddle_unmodelled("waiting for a signal");
    CANCELLATION_POINT(0);
}

static int take(const sigset *set)
{
    int number;
    CANCELLATION_POINT(0);
    while (!(number = take_pending(word_from(set))))
        wait_for_others();
    return number;
}

int sigwait(const sigset *set, int *number)
{
    *number = take(set);
    return 0;
}

// glibc says SI_USER (0) of what another thread, or the thread itself, has sent (SI_TKILL).
static int inform(int number, struct information *information)
{
    if (information)
        *information = (struct information){number, 0, 0, .process = getpid(), .user = getuid()};
    return number;
}

int sigwaitinfo(const sigset *set, struct information *information)
{
    return inform(take(set), information);
}

void __runtime_sleep(uint64_t seconds, uint64_t nanoseconds);

// Either a signal is there when the thread looks, or it sleeps to the end and looks again, as in wait_for
// (pipes.c).
int sigtimedwait(const sigset *set, struct information *information, const struct timespec *duration)
{
    if (!duration)
        return sigwaitinfo(set, information);
    if (duration->tv_nsec < 0 || duration->tv_nsec >= 1000000000)
        return __runtime_fail(EINVAL);
    CANCELLATION_POINT(0);
    int number = take_pending(word_from(set));
    if (!number && (duration->tv_sec || duration->tv_nsec)) {
        __runtime_sleep((uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec);
        number = take_pending(word_from(set));
    }
    return number ? inform(number, information) : __runtime_fail(EAGAIN);
}

// Handlers of what is pending, and is not blocked by the set, run, and then the mask is as it was. While they
// run the thread is interrupted by others as anywhere.
static int suspend(const sigset *set)
{
    sigset before = __runtime_signal_mask;
    CANCELLATION_POINT(0);
    for (bool handled = false; !handled;) {
        int number;
        set_mask(set, true);
        while (!(number = take_pending(~word_from(set))))
            wait_for_others();
        handled = handles(number);
        deliver(number, handled ? before : *set);
    }
    set_mask(&before, false); // somebody else may have changed the action just now
    return __runtime_fail(EINTR);
}

void __runtime_let_through(const void *mask)
{
    uint64_t through = mask ? word_from(&__runtime_signal_mask) & ~word_from(mask) : 0;
    if (through && (__heddle_signals_are_sent() || *own_pending() & through))
        __heddle_unmodelled("a wait for descriptors that lets signals through which the thread blocks");
}

int sigsuspend(const sigset *set)
{
    sigset mask = *set;
    sigdelset(&mask, SIGKILL);
    sigdelset(&mask, SIGSTOP);
    return suspend(&mask);
}

int pause(void)
{
    sigset mask = __runtime_signal_mask;
    return suspend(&mask);
}
