// <signal.h>. No signal ever comes from outside. A thread may send one to itself: then the handler runs at
// once, or when the thread no longer blocks the signal. It may send one to another thread: that keeps it
// while it blocks it, and takes it when it waits for signals or unblocks it; else its handler interrupts that
// thread, at any time after that (machine/delivery.h). Where the program's own faults raise a signal (and
// where it calls abort) that is a violation, and the execution is over, so that handlers of these signals run
// for raise only: where those violations are not asked for, installing such a handler is reported.
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
// Codes of siginfo_t: SI_TKILL, SI_USER, SI_QUEUE.
enum { BY_THREAD = -6, BY_USER = 0, BY_QUEUE = -1 };
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

static bool is_handled(const struct action *action)
{
    return action->function != SIG_DFL && action->function != SIG_IGN;
}

static void discard_pending(int number);

// Signals that an alarm may send at any moment (alarms.c). In atomic sections.
uint64_t __runtime_alarms;

static void check_alarms(uint64_t among, const char *what)
{
    heddle_atomic_begin();
    bool is_possible = __runtime_alarms & among;
    heddle_atomic_end();
    if (is_possible)
        __heddle_unmodelled(what);
}

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
    if (action && is_handled(&copy)) // behind the change: see alarms.c
        check_alarms((uint64_t)1 << (number - 1), "a handler that an alarm may run at any moment");
    if (old)
        *old = before;
    return 0;
}

int sigaction(int number, const struct action *restrict action, struct action *restrict old)
{
    return change(number, action, old);
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
    __runtime_signal_mask;          // a thread has that of its creator: the machine knows it by this name
static _Thread_local uint64_t kept; // sent to the thread, and blocked

// Where threads send signals to others, what these have to know, by the number of the thread; then what is
// pending is here, and a thread that is created has its creator's mask here, too. Only in atomic sections.
enum { MAILBOXES = 256 };
union value { // union sigval
    int number;
    void *pointer;
};
struct pending {
    uint64_t numbers;
    struct queued *queue; // the first one first
};
// What is known of a pending signal; of one without an entry that a thread has sent it (SI_TKILL). Real-time
// signals have an entry for each time that they were sent.
struct queued {
    struct queued *next;
    int number, code;
    union value value;
};
struct __runtime_mailbox {
    uint64_t mask; // with the bit of SIGKILL, which no thread blocks: the thread was created
    uint64_t call; // what the thread is to call when it looks for that, see machine/delivery.h; 0: nothing
    struct pending pending;
    bool suspended; // it waits for a signal that it does not block (sigsuspend)
} __runtime_mailboxes[MAILBOXES] = {{.mask = (uint64_t)1 << (SIGKILL - 1)}};
static struct pending of_process; // sent to the process, for the first thread that takes it

typedef unsigned long pthread_t;
int __heddle_thread_number(pthread_t thread);
pthread_t pthread_self(void);
int getpid(void);
int gettid(void);
int __heddle_choose(int count);

static struct __runtime_mailbox *own_mailbox(void)
{
    return &__runtime_mailboxes[__heddle_thread_number(pthread_self())];
}

static void wake_others(uint64_t numbers);

// What was to interrupt this thread, which now blocks it, is for others (Linux: retarget_shared_pending).
static void set_mask(const sigset *mask, bool suspended)
{
    uint64_t blocked = word_from(mask) & ~word_from(&__runtime_signal_mask);
    __runtime_signal_mask = *mask;
    if (!__heddle_signals_are_sent())
        return;
    heddle_atomic_begin();
    own_mailbox()->mask = word_from(mask) | mask_of(SIGKILL);
    own_mailbox()->suspended = suspended;
    if (blocked && of_process.numbers & blocked)
        wake_others(of_process.numbers & blocked);
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

// Takes the first entry of the signal from the queue. What has none was sent by a thread.
static struct queued take_entry(struct pending *from, int number)
{
    struct queued found = {.number = number, .code = BY_THREAD};
    for (struct queued **link = &from->queue; *link; link = &(*link)->next)
        if ((*link)->number == number) {
            struct queued *entry = *link;
            found = *entry;
            *link = entry->next;
            free(entry);
            break;
        }
    return found;
}

static bool has_entry(const struct pending *pending, int number)
{
    const struct queued *entry = pending->queue;
    while (entry && entry->number != number)
        entry = entry->next;
    return entry;
}

static void discard_from(struct pending *from, int number)
{
    if (!(from->numbers & mask_of(number)))
        return;
    from->numbers &= ~mask_of(number);
    while (has_entry(from, number))
        take_entry(from, number);
}

static void discard_pending(int number)
{
    discards[number]++;
    if (!__heddle_signals_are_sent())
        return;
    for (int k = 0; k < MAILBOXES; k++)
        discard_from(&__runtime_mailboxes[k].pending, number);
    discard_from(&of_process, number);
}

// Of the thread's own, what has not become ignored since.
static uint64_t *own_pending(void)
{
    for (uint64_t left = kept; left; left &= left - 1) {
        int number = __builtin_ctzll(left) + 1;
        heddle_atomic_begin();
        if (discards[number] != discards_before[number])
            kept &= ~mask_of(number);
        heddle_atomic_end();
    }
    return &kept;
}

static uint64_t get_pending(void)
{
    if (!__heddle_signals_are_sent())
        return *own_pending();
    heddle_atomic_begin();
    uint64_t found = own_mailbox()->pending.numbers | of_process.numbers;
    heddle_atomic_end();
    return found;
}

// The lowest of these that is pending there; its number is 0 where none is.
static struct queued take_from(struct pending *from, uint64_t among)
{
    uint64_t found = from->numbers & among;
    if (!found)
        return (struct queued){0};
    int number = __builtin_ctzll(found) + 1;
    struct queued taken = take_entry(from, number);
    if (!has_entry(from, number))
        from->numbers &= ~mask_of(number);
    return taken;
}

// What was sent to the thread comes first. The thread is no longer suspended then, and for others blocks all
// signals until its mask is set, if it was.
static struct queued take_shared(uint64_t among)
{
    heddle_atomic_begin();
    struct queued taken = take_from(&own_mailbox()->pending, among);
    if (!taken.number)
        taken = take_from(&of_process, among);
    if (taken.number && own_mailbox()->suspended) {
        own_mailbox()->suspended = false;
        own_mailbox()->mask = ~(uint64_t)0;
    }
    heddle_atomic_end();
    return taken;
}

// Takes the lowest of these signals that is pending; of number 0: none is.
static struct queued take_pending(uint64_t among)
{
    if (__heddle_signals_are_sent())
        return take_shared(among);
    uint64_t *from = own_pending(), found = *from & among;
    *from &= ~(found & -found);
    return (struct queued){.number = found ? __builtin_ctzll(found) + 1 : 0, .code = BY_THREAD};
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
    check_alarms(word_from(&__runtime_signal_mask), "whether an alarm is over, and its signal pending");
    uint64_t found = get_pending() & word_from(&__runtime_signal_mask); // as on Linux
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
    union value value;
    char rest[__SIZEOF_POINTER__ == 8 ? 96 : 104];
};
_Static_assert(sizeof(struct information) == 128, "as glibc's siginfo_t");

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
static void call_handler(const struct action *action, const struct queued *signal)
{
    char context[1024];
    __runtime_signal_handlers++;
    struct information information = {
        signal->number, 0, signal->code, .process = getpid(), .user = getuid(), .value = signal->value};
    if ((unsigned)action->flags & WITH_INFORMATION)
        ((void (*)(int, struct information *, void *))(void (*)(void))action->function)(
            signal->number, &information, context);
    else
        action->function(signal->number);
    __runtime_signal_handlers--;
}

static struct action take_action(int number)
{
    heddle_atomic_begin();
    struct action action = actions[number];
    if (is_handled(&action) && (unsigned)action.flags & ONCE)
        actions[number].function = SIG_DFL;
    heddle_atomic_end();
    return action;
}

// What the thread blocks while the handler runs.
static void set_mask_for(const struct action *action, int number)
{
    sigset during = __runtime_signal_mask;
    for (size_t i = 0; i < sizeof during.words / sizeof *during.words; i++)
        during.words[i] |= action->mask.words[i];
    if (!((unsigned)action->flags & NOT_DEFERRED))
        sigaddset(&during, number);
    set_mask(&during, false);
}

// Whether a handler is to run; then the mask is the one that it is for. At once, as others see it.
static bool begin_action(const struct queued *signal, struct action *action)
{
    heddle_atomic_begin();
    *action = take_action(signal->number);
    if (is_handled(action))
        set_mask_for(action, signal->number);
    heddle_atomic_end();
    if (action->function == SIG_DFL)
        do_default(signal->number);
    return is_handled(action);
}

// Linux begins the handlers of all that is pending, and the last one goes on first. `after`: the mask when
// the handler has returned. False: the signal is ignored.
static bool deliver(const struct queued *signal, sigset after)
{
    struct action action;
    if (!begin_action(signal, &action))
        return false;
    deliver_pending();
    call_handler(&action, signal);
    set_mask(&after, false);
    deliver_pending();
    return true;
}

static void deliver_pending(void)
{
    struct queued signal;
    while ((signal = take_pending(~word_from(&__runtime_signal_mask))).number)
        deliver(&signal, __runtime_signal_mask);
}

// What becomes of a function in which a thread waited that was interrupted: 0, no handler has run; with
// INTERRUPTED, one has; with FAILS_INTERRUPTED, the first one's action does not have the function begin
// again.
enum { FAILS_INTERRUPTED = 1, INTERRUPTED = 2 };

static int result_of(const struct action *action, bool may_wait)
{
    if ((unsigned)action->flags & RESTARTS)
        return INTERRUPTED;
    if (may_wait)
        __heddle_unmodelled("a signal handler that interrupts a function that waits, which fails (EINTR)");
    return INTERRUPTED | FAILS_INTERRUPTED;
}

// The next signal that is pending, and lets its handler run in the mask that it is for, which others see. Its
// number is 0: there is none. *more: handlers of others are to begin before.
static struct queued begin_handler(const sigset *before, struct action *action, bool *more)
{
    heddle_atomic_begin();
    struct queued signal = take_pending(~word_from(before));
    *more = false;
    *action = (struct action){0};
    if (signal.number)
        *action = take_action(signal.number);
    if (is_handled(action)) {
        set_mask_for(action, signal.number);
        *more = get_pending() & ~word_from(&__runtime_signal_mask);
    }
    heddle_atomic_end();
    return signal;
}

// What a thread calls that is interrupted, or that begins where signals are sent to the process: the machine
// knows it by this name. `may_wait`: the thread has just been in a function that may have waited when the
// signal came.
int __runtime_interrupted(int may_wait)
{
    int result = 0;
    sigset before = __runtime_signal_mask;
    struct queued signal;
    struct action action;
    for (bool more; (signal = begin_handler(&before, &action, &more)).number;) {
        if (action.function == SIG_DFL)
            do_default(signal.number);
        if (!is_handled(&action))
            continue;
        if (!result)
            result = result_of(&action, may_wait);
        if (more)
            deliver_pending();
        call_handler(&action, &signal);
        set_mask(&before, false);
    }
    return result;
}

// ---- sending

static bool is_valid(int number)
{
    if (number >= 0 && number < SIGNALS)
        return true;
    errno = EINVAL;
    return false;
}

enum { FIRST_QUEUED = 32 };

// Real-time signals are queued each time, others are pending once. False: no memory.
static bool add_pending(struct pending *to, const struct queued *signal)
{
    bool is_queued = signal->number >= FIRST_QUEUED, is_there = to->numbers & mask_of(signal->number);
    if (is_there && !is_queued)
        return true;
    to->numbers |= mask_of(signal->number);
    if (!is_queued && signal->code == BY_THREAD)
        return true;
    struct queued *entry = malloc(sizeof *entry);
    if (!entry)
        return false;
    *entry = *signal;
    entry->next = NULL;
    struct queued **link = &to->queue;
    while (*link)
        link = &(*link)->next;
    *link = entry;
    return true;
}

// Where no signals are sent between threads. More than one of a real-time signal is for those that are.
static void keep_own(int number)
{
    uint64_t *to = own_pending();
    heddle_atomic_begin();
    if (number >= FIRST_QUEUED && *to & mask_of(number))
        __heddle_unmodelled("real-time signals that are queued by raise, in a program without pthread_kill");
    *to |= mask_of(number);
    discards_before[number] = discards[number];
    heddle_atomic_end();
}

enum outcome { NOTHING, INTERRUPTS, FAILS };

// Adds the signal to what is pending for a thread that has not ended. In a section.
static enum outcome add_signal(struct __runtime_mailbox *box, const struct queued *signal)
{
    struct action action = actions[signal->number];
    bool handled = is_handled(&action);
    bool waits = box->mask & mask_of(signal->number) || (handled && box->suspended);
    if (!waits && is_ignored(&action, signal->number))
        return NOTHING;
    return !add_pending(&box->pending, signal) ? FAILS : waits ? NOTHING : INTERRUPTS;
}

// To the calling thread, which takes it before it goes on, with all else that is pending. Returns an error
// number.
static int send_to_self(const struct queued *signal)
{
    if (signal->number == 0)
        return 0;
    if (!__heddle_signals_are_sent()) {
        if (is_in(&__runtime_signal_mask, signal->number))
            keep_own(signal->number);
        else
            deliver(signal, __runtime_signal_mask);
        return 0;
    }
    heddle_atomic_begin();
    enum outcome outcome = add_signal(own_mailbox(), signal);
    heddle_atomic_end();
    if (outcome == INTERRUPTS)
        deliver_pending();
    return outcome == FAILS ? EAGAIN : 0;
}

// This, and what changes the mask, src/analysis/slicing_criteria.c knows by their names.
void __runtime_send_signal(int number)
{
    struct queued signal = {.number = number, .code = BY_THREAD};
    send_to_self(&signal);
}

static void *carry(void *box)
{
    __heddle_interrupt((int)((struct __runtime_mailbox *)box - __runtime_mailboxes), __runtime_interrupted);
    return NULL;
}

// Has a thread look for what is pending, at any time after this: a thread is created that takes that time.
static void interrupt(struct __runtime_mailbox *box)
{
    pthread_t carrier;
    __heddle_carry(&carrier, carry, box);
}

// Programs that contain this function, or the one for the process, send signals between threads
// (__heddle_signals_are_sent). Returns an error number.
int __runtime_signal_thread(struct __runtime_mailbox *box, const struct queued *signal)
{
    heddle_atomic_begin();
    enum outcome outcome = add_signal(box, signal);
    heddle_atomic_end();
    if (outcome == INTERRUPTS)
        interrupt(box);
    return outcome == FAILS ? EAGAIN : 0;
}

// Threads that do not block a signal and have not ended. One that is being created blocks what its creator
// blocks.
struct receivers {
    int count;
    bool self;
    struct __runtime_mailbox *boxes[MAILBOXES];
};

static void find_receivers(int number, struct receivers *found)
{
    const struct __runtime_mailbox *own = own_mailbox();
    found->count = found->self = 0;
    for (int k = 0; k < MAILBOXES; k++) {
        struct __runtime_mailbox *box = &__runtime_mailboxes[k];
        if (!(box->mask & mask_of(SIGKILL)) || box->mask & mask_of(number) ||
            (box != own && !__heddle_thread_lives(k)))
            continue;
        found->boxes[found->count++] = box;
        found->self |= box == own;
    }
}

// Those that wait for signals look by themselves.
static void interrupt_all(const struct receivers *receivers)
{
    for (int k = 0; k < receivers->count; k++)
        if (!receivers->boxes[k]->suspended)
            interrupt(receivers->boxes[k]);
}

static void wake_others(uint64_t numbers)
{
    struct receivers found;
    for (; numbers; numbers &= numbers - 1) {
        find_receivers(__builtin_ctzll(numbers) + 1, &found);
        interrupt_all(&found);
    }
}

// To the process: the first thread takes it that lets it through and looks. That is the sender, before it
// goes on, if it is main, as on Linux, or no other thread lets it through. A thread that begins looks as well
// (machine/delivery.h knows this function by its name). Returns an error number.
int __runtime_signal_process(const struct queued *signal)
{
    struct receivers found;
    bool is_kept = true, self = false;
    heddle_atomic_begin();
    find_receivers(signal->number, &found);
    if (!found.count || !is_ignored(&actions[signal->number], signal->number)) {
        is_kept = add_pending(&of_process, signal);
        self = found.self && (own_mailbox() == __runtime_mailboxes || found.count == 1);
        if (!self && is_kept)
            interrupt_all(&found);
    }
    heddle_atomic_end();
    if (self)
        deliver_pending();
    return is_kept ? 0 : EAGAIN;
}

int raise(int number)
{
    if (!is_valid(number))
        return -1;
    __runtime_send_signal(number);
    return 0;
}

// A thread that has ended and can still be joined gets nothing, and glibc looks at nothing else.
static int signal_thread(pthread_t thread, const struct queued *signal)
{
    bool valid = signal->number >= 0 && signal->number < SIGNALS;
    if (thread == pthread_self())
        return valid ? send_to_self(signal) : EINVAL;
    int receiver = __heddle_thread_number(thread);
    if (receiver >= 0 && !valid)
        return EINVAL;
    return receiver >= 0 && signal->number ? __runtime_signal_thread(&__runtime_mailboxes[receiver], signal)
                                           : 0;
}

int pthread_kill(pthread_t thread, int number)
{
    struct queued signal = {.number = number, .code = BY_THREAD};
    return signal_thread(thread, &signal);
}

int pthread_sigqueue(pthread_t thread, int number, union value value)
{
    struct queued signal = {.number = number, .code = BY_QUEUE, .value = value};
    return signal_thread(thread, &signal);
}

static int send_to_process(int process, const struct queued *signal)
{
    if (!is_valid(signal->number))
        return -1;
    if (process != getpid())
        __heddle_unmodelled("kill of another process");
    int error = signal->number ? __runtime_signal_process(signal) : 0;
    return error ? __runtime_fail(error) : 0;
}

int kill(int process, int number)
{
    struct queued signal = {.number = number, .code = BY_USER};
    return send_to_process(process, &signal);
}

int sigqueue(int process, int number, union value value)
{
    struct queued signal = {.number = number, .code = BY_QUEUE, .value = value};
    return send_to_process(process, &signal);
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

// Takes a signal of these that is pending. Number 0: none is, and *called says whether the thread is to be
// interrupted: what comes after that is too late.
static struct queued look(uint64_t among, bool *called)
{
    struct queued signal;
    *called = false;
    if (!__heddle_signals_are_sent())
        return take_pending(among);
    heddle_atomic_begin();
    signal = take_pending(among);
    if (!signal.number && own_mailbox()->call) {
        own_mailbox()->call = 0;
        *called = true;
    }
    heddle_atomic_end();
    return signal;
}

// Where no thread sends any to others, none can come.
static void wait_for_others(uint64_t among)
{
    check_alarms(among, "waiting for the signal of an alarm");
    if (!__heddle_signals_are_sent())
        __heddle_unmodelled("waiting for a signal");
    CANCELLATION_POINT(0);
}

// Its number is 0 where a handler for another signal has interrupted the thread, and that `fails`.
static struct queued take(const sigset *set, bool fails)
{
    struct queued signal;
    bool called;
    CANCELLATION_POINT(0);
    while (!(signal = look(word_from(set), &called)).number) {
        if (!called)
            wait_for_others(word_from(set));
        else if (__runtime_interrupted(0) && fails)
            break;
    }
    return signal;
}

int sigwait(const sigset *set, int *number)
{
    *number = take(set, false).number;
    return 0;
}

// glibc says SI_USER (0) of what another thread, or the thread itself, has sent (SI_TKILL).
static int inform(const struct queued *signal, struct information *information)
{
    if (information)
        *information = (struct information){signal->number,
                                            0,
                                            signal->code == BY_THREAD ? BY_USER : signal->code,
                                            .process = getpid(),
                                            .user = getuid(),
                                            .value = signal->value};
    return signal->number;
}

int sigwaitinfo(const sigset *set, struct information *information)
{
    struct queued signal = take(set, true);
    return signal.number ? inform(&signal, information) : __runtime_fail(EINTR);
}

bool __runtime_sleep(uint64_t seconds, uint64_t nanoseconds);

// Either a signal is there when the thread looks, or it sleeps to the end and looks again, as in wait_for
// (pipes.c).
int sigtimedwait(const sigset *set, struct information *information, const struct timespec *duration)
{
    if (!duration)
        return sigwaitinfo(set, information);
    if (duration->tv_nsec < 0 || duration->tv_nsec >= 1000000000)
        return __runtime_fail(EINVAL);
    CANCELLATION_POINT(0);
    struct queued signal = take_pending(word_from(set));
    if (!signal.number && (duration->tv_sec || duration->tv_nsec)) {
        if (!__runtime_sleep((uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec))
            return __runtime_fail(EINTR);
        signal = take_pending(word_from(set));
    }
    if (!signal.number)
        check_alarms(word_from(set), "waiting for the signal of an alarm");
    return signal.number ? inform(&signal, information) : __runtime_fail(EAGAIN);
}

// Handlers of what is pending, and is not blocked by the set, run, and then the mask is as it was. While they
// run the thread is interrupted by others as anywhere.
static int suspend(const sigset *set)
{
    sigset before = __runtime_signal_mask;
    CANCELLATION_POINT(0);
    set_mask(set, true);
    for (bool called;;) {
        struct queued signal = look(~word_from(set), &called);
        if (signal.number && deliver(&signal, before))
            return __runtime_fail(EINTR);
        if (signal.number)
            set_mask(set, true);
        else if (!called)
            wait_for_others(~word_from(set));
    }
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
