// <signal.h>: signals for one thread. A signal for the calling thread begins its handler before the call
// returns, or is pending until the thread no longer blocks it. Another thread keeps it while it blocks it,
// and takes it when it waits for signals or unblocks it; else the handler interrupts that thread, at any time
// after the call (machine/delivery.h).
#include "runtime/signals.h"

enum outcome { NOTHING, INTERRUPTS, FAILS };

// Adds the signal to what is pending for a thread that has not ended. In a section.
static enum outcome add_signal(struct runtime_mailbox *box, const struct runtime_signal *signal)
{
    struct runtime_action action = __runtime_actions[signal->number];
    bool blocks = box->mask & __runtime_signal_bit(signal->number);
    bool waits = blocks || (__runtime_is_handled(&action) && box->suspended);
    if (!waits && __runtime_is_ignored(&action, signal->number))
        return NOTHING;
    return !__runtime_add_pending(&box->pending, signal) ? FAILS : waits ? NOTHING : INTERRUPTS;
}

// ---- to the calling thread

static void send_alone(const struct runtime_signal *signal)
{
    if (__runtime_signal_word(&__runtime_signal_mask) & __runtime_signal_bit(signal->number))
        __runtime_keep_signal(signal->number);
    else
        __runtime_deliver(signal, __runtime_signal_mask);
}

int __runtime_send_to_self(const struct runtime_signal *signal)
{
    if (signal->number == 0)
        return 0;
    if (!__heddle_signals_are_sent()) {
        send_alone(signal);
        return 0;
    }
    heddle_atomic_begin();
    enum outcome outcome = add_signal(__runtime_own_mailbox(), signal);
    heddle_atomic_end();
    if (outcome == INTERRUPTS)
        __runtime_deliver_pending();
    return outcome == FAILS ? EAGAIN : 0;
}

// src/analysis/slicing_criteria.c knows this function, and __runtime_change_signal_mask, by their names.
void __runtime_send_signal(int number)
{
    struct runtime_signal signal = {.number = number, .code = BY_THREAD};
    __runtime_send_to_self(&signal);
}

int raise(int number)
{
    if (!__runtime_is_valid_signal(number))
        return __runtime_fail(EINVAL);
    __runtime_send_signal(number);
    return 0;
}

// ---- to another thread

void *__runtime_signal_arrives(void *box)
{
    __heddle_interrupt((int)((struct runtime_mailbox *)box - __runtime_mailboxes), __runtime_interrupted,
                       box);
    return NULL;
}

// Another thread, the carrier, takes the time that the signal takes to arrive.
void __runtime_interrupt(struct runtime_mailbox *box)
{
    pthread_t carrier;
    __heddle_carry(&carrier, __runtime_signal_arrives, box);
}

// Programs that contain this function, or __runtime_signal_process, send signals between threads
// (__heddle_signals_are_sent). Returns an error number.
int __runtime_signal_thread(struct runtime_mailbox *box, const struct runtime_signal *signal)
{
    heddle_atomic_begin();
    enum outcome outcome = add_signal(box, signal);
    heddle_atomic_end();
    if (outcome == INTERRUPTS)
        __runtime_interrupt(box);
    return outcome == FAILS ? EAGAIN : 0;
}

// A thread that has ended and can still be joined gets nothing, and glibc looks at nothing else.
static int signal_thread(pthread_t thread, const struct runtime_signal *signal)
{
    bool valid = __runtime_is_valid_signal(signal->number);
    if (thread == pthread_self())
        return valid ? __runtime_send_to_self(signal) : EINVAL;
    int receiver = __heddle_thread_number(thread);
    if (receiver >= 0 && !valid)
        return EINVAL;
    if (receiver < 0 || !signal->number)
        return 0;
    return __runtime_signal_thread(&__runtime_mailboxes[receiver], signal);
}

int pthread_kill(pthread_t thread, int number)
{
    struct runtime_signal signal = {.number = number, .code = BY_THREAD};
    return signal_thread(thread, &signal);
}

int pthread_sigqueue(pthread_t thread, int number, union sigval value)
{
    struct runtime_signal signal = {.number = number, .code = BY_QUEUE, .value = value};
    return signal_thread(thread, &signal);
}
