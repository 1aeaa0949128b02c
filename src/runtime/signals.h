// Signals within the program: none ever comes from outside. What the files signal_*.c share:
//   actions   of the process, what becomes of each signal                        signal_actions.c
//   masks     of each thread, the signals that it blocks                         signal_masks.c
//   pending   signals that were sent and not taken, of a thread and the process  signal_pending.c
//   handlers  run in the thread that takes the signal                            signal_handlers.c
//   sending   to a thread, to the process                                        signal_sending.c,
//   signal_process.c waiting   until a signal is pending, or a handler has run signal_waiting.c
//
// A program in which no thread sends signals to others (__heddle_signals_are_sent) keeps all of this in
// thread-local variables, so that it costs no visible operation. In others, what is pending and what threads
// block is in mailboxes, which are accessed in atomic sections only.
#ifndef HEDDLE_RUNTIME_SIGNALS_H
#define HEDDLE_RUNTIME_SIGNALS_H

#include "runtime/files.h"

enum {
    SIGNALS = 65,
    SIGILL = 4,
    SIGTRAP = 5,
    SIGABRT = 6,
    SIGBUS = 7,
    SIGFPE = 8,
    SIGKILL = 9,
    SIGSEGV = 11,
    SIGCHLD = 17,
    SIGCONT = 18,
    SIGSTOP = 19,
    SIGTSTP = 20,
    SIGTTOU = 22,
    SIGURG = 23,
    SIGWINCH = 28,
    SIGSYS = 31,
    // Those that glibc keeps for itself.
    FIRST_INTERNAL = 32,
    LAST_INTERNAL = 33,
};

typedef void signal_handler(int number);
#define SIG_DFL ((signal_handler *)0)
#define SIG_IGN ((signal_handler *)1)
#define SIG_ERR ((signal_handler *)-1)

typedef struct {
    unsigned long words[128 / sizeof(long)];
} sigset_t;

int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);

INLINE uint64_t __runtime_signal_bit(int number)
{
    return (uint64_t)1 << (number - 1);
}

// As one word: there are 64 signals.
INLINE uint64_t __runtime_signal_word(const sigset_t *set)
{
    uint64_t low = set->words[0];
    return sizeof(long) == 8 ? low : low | (uint64_t)set->words[1] << 32;
}

// ---- actions

// Flags of an action: SA_SIGINFO, SA_RESTART, SA_NODEFER, SA_RESETHAND.
#define ACTION_INFORMS 4u
#define ACTION_RESTARTS 0x10000000u
#define ACTION_DOES_NOT_DEFER 0x40000000u
#define ACTION_ONCE 0x80000000u

struct runtime_action { // struct sigaction
    signal_handler *function;
    sigset_t mask;
    int flags;
    void (*restorer)(void);
};
extern struct runtime_action __runtime_actions[SIGNALS]; // accessed in atomic sections

INLINE bool __runtime_is_fault(int number)
{
    return number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS ||
           number == SIGFPE || number == SIGSEGV || number == SIGSYS;
}

INLINE bool __runtime_is_ignored_by_default(int number)
{
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

INLINE bool __runtime_is_ignored(const struct runtime_action *action, int number)
{
    return action->function == SIG_IGN ||
           (action->function == SIG_DFL && __runtime_is_ignored_by_default(number));
}

INLINE bool __runtime_is_handled(const struct runtime_action *action)
{
    return action->function != SIG_DFL && action->function != SIG_IGN;
}

// Signals that an alarm, or a timer, may send at any moment (alarms.c), as bits; those of timers for ever.
// Accessed in atomic sections.
extern uint64_t __runtime_alarms, __runtime_timer_signals;
// An alarm that sends the signal is set, or no longer. Whether one was set before. (alarms.c)
bool __runtime_set_alarm(int number, bool is_set);
// A timer that sends the signal is set. (alarms.c)
void __runtime_set_timer_signal(int number);
// Reports `what` as not modelled, if one of these signals may be sent by an alarm.
void __runtime_check_alarms(uint64_t among, const char *what);

// ---- pending signals

// Codes of siginfo_t: SI_TKILL, SI_USER, SI_QUEUE, SI_MESGQ.
enum { BY_THREAD = -6, BY_USER = 0, BY_QUEUE = -1, BY_MESSAGE = -3 };
// Real-time signals are pending as often as they were sent, others once.
enum { FIRST_QUEUED = 32 };

union sigval {
    int number;
    void *pointer;
};

// What is known of a signal that was sent. As an entry of a queue it is allocated.
struct runtime_signal {
    struct runtime_signal *next;
    int number, code;
    union sigval value;
};

// A signal without an entry was sent to a thread by pthread_kill or raise (SI_TKILL).
struct runtime_pending {
    uint64_t numbers;             // as bits
    struct runtime_signal *queue; // the first one first
};

// What other threads have to know of each thread, by its number. The machine knows the variable by its name,
// and the places of `mask` and `call` (machine/delivery.c).
enum { MAILBOXES = 256 };
struct runtime_mailbox {
    uint64_t mask; // what the thread blocks; with the bit of SIGKILL, which none blocks: it was created
    // What it is to call when it looks for that, see machine/delivery.h; 0: nothing. Atomic, since the
    // machine writes it outside of sections (__heddle_interrupt).
    _Atomic(uint64_t) call;
    struct runtime_pending pending;
    bool suspended; // it waits for a signal that it does not block (sigsuspend)
};
extern struct runtime_mailbox __runtime_mailboxes[MAILBOXES];
extern struct runtime_pending __runtime_process_pending; // for the first thread that takes it

typedef unsigned long pthread_t;
pthread_t pthread_self(void);
int __heddle_thread_number(pthread_t thread);

INLINE struct runtime_mailbox *__runtime_own_mailbox(void)
{
    return &__runtime_mailboxes[__heddle_thread_number(pthread_self())];
}

// In an atomic section. False: there is no memory.
bool __runtime_add_pending(struct runtime_pending *to, const struct runtime_signal *signal);
// Where no signals are sent between threads: one that the calling thread sends itself, and blocks.
void __runtime_keep_signal(int number);
// In an atomic section: the signal becomes ignored, and is pending nowhere any more.
void __runtime_discard_signal(int number);
// All that are pending for the calling thread, or for the process, blocked or not.
uint64_t __runtime_pending_signals(void);
// Takes the lowest of these signals that is pending, first among those that were sent to the calling thread,
// which is no longer suspended then. Number 0: none is.
struct runtime_signal __runtime_take_signal(uint64_t among);

// To be asked where none of these is pending and a thread is to wait for them. Where no thread sends any to
// others, none can come; a child may send some: that has no model.
void __runtime_check_signals_come(uint64_t among);

// signalfd (signal_descriptors.c): whether the program contains it; in an atomic section, such a signal has
// become pending somewhere.
bool __heddle_signals_are_descriptors(void);
void __runtime_notice_signal(int number);

// ---- masks

extern _Thread_local sigset_t __runtime_signal_mask; // a thread has that of its creator
// Also tells other threads. `suspended`: until a handler has run, see struct runtime_mailbox.
void __runtime_set_signal_mask(const sigset_t *mask, bool suspended);
// As pthread_sigmask, which has another name so that src/analysis/slicing_criteria.c knows who changes masks.
int __runtime_change_signal_mask(int how, const sigset_t *set, sigset_t *old);

// ---- handlers

// How many run in the thread (jumps.c).
extern _Thread_local long __runtime_signal_handlers;

struct runtime_information { // siginfo_t
    int number, error, code;
#if __SIZEOF_POINTER__ == 8
    int unused;
#endif
    int process;
    unsigned user;
    union sigval value;
    char rest[__SIZEOF_POINTER__ == 8 ? 96 : 104];
};
_Static_assert(sizeof(struct runtime_information) == 128, "as glibc's siginfo_t");
struct runtime_information __runtime_information(const struct runtime_signal *signal, int code);

// Has the calling thread do what the signal's action says; handlers of all else that is pending and not
// blocked then run before the one of this signal goes on. `after`: the mask when that has returned. False:
// the signal is ignored.
bool __runtime_deliver(const struct runtime_signal *signal, sigset_t after);
// What a signal does that has no handler: it is ignored, ends the program, or stops it, which has no model.
void __runtime_do_default(int number);
// Delivers all signals that are pending and not blocked.
void __runtime_deliver_pending(void);
// What a thread calls that is interrupted, or that begins where signals are sent to the process: the machine
// knows it by this name. `may_wait`: the thread has just been in a function that may have waited when the
// signal came. Returns 0 if no handler has run; else INTERRUPTED, with FAILS_INTERRUPTED where the first
// one's action does not have a function that waits begin again.
enum { FAILS_INTERRUPTED = 1, INTERRUPTED = 2 };
int __runtime_interrupted(int may_wait);

// ---- sending

// Sends the signal to the calling thread, which takes it before it goes on, with all else that is pending, if
// it does not block it. Returns an error number.
int __runtime_send_to_self(const struct runtime_signal *signal);
// Sends it to the process; in programs that contain this function signals are sent. Returns an error number.
int __runtime_signal_process(const struct runtime_signal *signal);
// Has a thread look for what is pending, at any time after this.
void __runtime_interrupt(struct runtime_mailbox *box);
// In an atomic section: signals for the process that were to interrupt the calling thread, which now blocks
// them, are for others (Linux: retarget_shared_pending).
void __runtime_wake_others(uint64_t numbers);

INLINE bool __runtime_is_valid_signal(int number) // 0: of kill
{
    return number >= 0 && number < SIGNALS;
}

#endif
