// <signal.h>: signals for the process. Any thread may take them that lets them through, unblocks them, waits
// for them, or begins later.
#include "runtime/signals.h"

int getpid(void);
int getpgrp(void);

// Threads that do not block a signal and have not ended. One that is being created blocks what its creator
// blocks.
struct receivers {
    int count;
    bool self;
    struct runtime_mailbox *boxes[MAILBOXES];
};

static void find_receivers(int number, struct receivers *found)
{
    const struct runtime_mailbox *own = __runtime_own_mailbox();
    found->count = found->self = 0;
    for (int k = 0; k < MAILBOXES; k++) {
        struct runtime_mailbox *box = &__runtime_mailboxes[k];
        bool is_created = box->mask & __runtime_signal_bit(SIGKILL);
        if (!is_created || box->mask & __runtime_signal_bit(number) ||
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
            __runtime_interrupt(receivers->boxes[k]);
}

void __runtime_wake_others(uint64_t numbers)
{
    struct receivers found;
    for (; numbers; numbers &= numbers - 1) {
        find_receivers(__builtin_ctzll(numbers) + 1, &found);
        interrupt_all(&found);
    }
}

// The first thread takes it that lets it through and looks. That is the sender, before it goes on, if it is
// main, as on Linux, or no other thread lets it through. A thread that begins looks as well
// (machine/delivery.h knows this function by its name). Returns an error number.
int __runtime_signal_process(const struct runtime_signal *signal)
{
    struct receivers found;
    bool is_kept = true, self = false;
    heddle_atomic_begin();
    find_receivers(signal->number, &found);
    if (!found.count || !__runtime_is_ignored(&__runtime_actions[signal->number], signal->number)) {
        is_kept = __runtime_add_pending(&__runtime_process_pending, signal);
        self = found.self && (__runtime_own_mailbox() == __runtime_mailboxes || found.count == 1);
        if (!self && is_kept)
            interrupt_all(&found);
    }
    heddle_atomic_end();
    if (self)
        __runtime_deliver_pending();
    return is_kept ? 0 : EAGAIN;
}

enum { MOST_PROCESSES = 1 << 22 }; // Linux gives them smaller numbers

static int send_to_process(int process, const struct runtime_signal *signal)
{
    if (process != getpid())
        __heddle_unmodelled("kill of another process");
    if (!__runtime_is_valid_signal(signal->number))
        return __runtime_fail(EINVAL);
    int error = signal->number ? __runtime_signal_process(signal) : 0;
    return error ? __runtime_fail(error) : 0;
}

int kill(int process, int number)
{
    struct runtime_signal signal = {.number = number, .code = BY_USER};
    if (process >= MOST_PROCESSES || process <= -MOST_PROCESSES)
        return __runtime_fail(ESRCH);
    // Others of the group, which may be there, get it as well.
    bool is_group = process == 0 || process == -getpgrp();
    return send_to_process(is_group ? getpid() : process, &signal);
}

int killpg(int group, int number)
{
    return group < 0 ? __runtime_fail(EINVAL) : kill(-group, number);
}

int sigqueue(int process, int number, union sigval value)
{
    struct runtime_signal signal = {.number = number, .code = BY_QUEUE, .value = value};
    if (process >= MOST_PROCESSES || process <= 0)
        return __runtime_fail(ESRCH);
    return send_to_process(process, &signal);
}
