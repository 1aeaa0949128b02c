// <signal.h>: signals that were sent and not taken.
#include "runtime/signals.h"

struct runtime_mailbox __runtime_mailboxes[MAILBOXES] = {{.mask = (uint64_t)1 << (SIGKILL - 1)}};
struct runtime_pending __runtime_process_pending;

// ---- a queue, in atomic sections

// Takes the first entry of the signal from the queue. What has none was sent by a thread.
static struct runtime_signal take_entry(struct runtime_pending *from, int number)
{
    struct runtime_signal found = {.number = number, .code = BY_THREAD};
    for (struct runtime_signal **link = &from->queue; *link; link = &(*link)->next)
        if ((*link)->number == number) {
            struct runtime_signal *entry = *link;
            found = *entry;
            *link = entry->next;
            free(entry);
            break;
        }
    return found;
}

static bool has_entry(const struct runtime_pending *pending, int number)
{
    const struct runtime_signal *entry = pending->queue;
    while (entry && entry->number != number)
        entry = entry->next;
    return entry;
}

// The lowest of these that is pending there; its number is 0 where none is.
static struct runtime_signal take_from(struct runtime_pending *from, uint64_t among)
{
    uint64_t found = from->numbers & among;
    if (!found)
        return (struct runtime_signal){0};
    int number = __builtin_ctzll(found) + 1;
    struct runtime_signal taken = take_entry(from, number);
    if (!has_entry(from, number))
        from->numbers &= ~__runtime_signal_bit(number);
    return taken;
}

static void discard_from(struct runtime_pending *from, int number)
{
    if (!(from->numbers & __runtime_signal_bit(number)))
        return;
    from->numbers &= ~__runtime_signal_bit(number);
    while (has_entry(from, number))
        take_entry(from, number);
}

static bool add_pending_signal(struct runtime_pending *to, const struct runtime_signal *signal)
{
    bool is_queued = signal->number >= FIRST_QUEUED;
    bool is_there = to->numbers & __runtime_signal_bit(signal->number);
    if (is_there && !is_queued)
        return true;
    to->numbers |= __runtime_signal_bit(signal->number);
    if (!is_queued && signal->code == BY_THREAD)
        return true;
    struct runtime_signal *entry = __heddle_new(sizeof *entry);
    if (!entry)
        return false;
    *entry = *signal;
    entry->next = NULL;
    struct runtime_signal **link = &to->queue;
    while (*link)
        link = &(*link)->next;
    *link = entry;
    return true;
}

bool __runtime_add_pending(struct runtime_pending *to, const struct runtime_signal *signal)
{
    if (!add_pending_signal(to, signal))
        return false;
    if (__heddle_signals_are_descriptors())
        __runtime_notice_signal(signal->number);
    return true;
}

// ---- where no signals are sent between threads

static _Thread_local uint64_t kept; // signals that the thread has sent itself, and blocks

// How often a signal has become ignored, and how often it had when the thread found it pending.
static unsigned discards[SIGNALS];
static _Thread_local unsigned discards_before[SIGNALS];

// Without those that have become ignored since.
static uint64_t *own_pending(void)
{
    for (uint64_t left = kept; left; left &= left - 1) {
        int number = __builtin_ctzll(left) + 1;
        heddle_atomic_begin();
        if (discards[number] != discards_before[number])
            kept &= ~__runtime_signal_bit(number);
        heddle_atomic_end();
    }
    return &kept;
}

void __runtime_keep_signal(int number)
{
    uint64_t *to = own_pending();
    heddle_atomic_begin();
    if (number >= FIRST_QUEUED && *to & __runtime_signal_bit(number))
        __heddle_unmodelled("real-time signals that are queued by raise, in a program without pthread_kill");
    *to |= __runtime_signal_bit(number);
    discards_before[number] = discards[number];
    if (__heddle_signals_are_descriptors())
        __runtime_notice_signal(number);
    heddle_atomic_end();
}

// ---- both

void __runtime_discard_signal(int number)
{
    discards[number]++;
    if (!__heddle_signals_are_sent())
        return;
    for (int k = 0; k < MAILBOXES; k++)
        discard_from(&__runtime_mailboxes[k].pending, number);
    discard_from(&__runtime_process_pending, number);
}

uint64_t __runtime_pending_signals(void)
{
    if (!__heddle_signals_are_sent())
        return *own_pending();
    heddle_atomic_begin();
    uint64_t found = __runtime_own_mailbox()->pending.numbers | __runtime_process_pending.numbers;
    heddle_atomic_end();
    return found;
}

// A thread that was suspended blocks all signals, as far as others see, until it sets its mask.
static struct runtime_signal take_shared(uint64_t among)
{
    heddle_atomic_begin();
    struct runtime_mailbox *own = __runtime_own_mailbox();
    struct runtime_signal taken = take_from(&own->pending, among);
    if (!taken.number)
        taken = take_from(&__runtime_process_pending, among);
    if (taken.number && own->suspended) {
        own->suspended = false;
        own->mask = ~(uint64_t)0;
    }
    heddle_atomic_end();
    return taken;
}

struct runtime_signal __runtime_take_signal(uint64_t among)
{
    if (__heddle_signals_are_sent())
        return take_shared(among);
    uint64_t *from = own_pending(), found = *from & among;
    *from &= ~(found & -found);
    return (struct runtime_signal){.number = found ? __builtin_ctzll(found) + 1 : 0, .code = BY_THREAD};
}

int sigpending(sigset_t *set)
{
    uint64_t blocked = __runtime_signal_word(&__runtime_signal_mask);
    __runtime_check_alarms(blocked, "whether an alarm is over, and its signal pending");
    uint64_t found = __runtime_pending_signals() & blocked; // as on Linux
    sigemptyset(set);
    for (int number = 1; number < SIGNALS; number++)
        if (found & __runtime_signal_bit(number))
            sigaddset(set, number);
    return 0;
}
