// <sys/signalfd.h>: signals of a set that are pending for the thread that looks, or for the process, as bytes
// of a descriptor. As Linux has it, a thread does not see there what was sent to another one.
#include "runtime/signals.h"

struct signals {
    struct runtime_node node; // first
    uint64_t among;
    struct signals *next; // of all that are open
};

static struct signals *all; // in atomic sections

// struct signalfd_siginfo
struct record {
    unsigned number;
    int error, code;
    unsigned process, user;
    int descriptor;
    unsigned timer, band, overrun, trap;
    int status, integer;
    uint64_t pointer;
    char rest[72];
};
_Static_assert(sizeof(struct record) == 128, "as Linux has it");

static bool is_pending(const struct signals *signals)
{
    bool found = __runtime_pending_signals() & signals->among;
    if (!found)
        __runtime_check_signals_come(signals->among);
    return found;
}

static struct record describe(const struct runtime_signal *signal)
{
    struct runtime_information information = __runtime_information(signal, signal->code);
    struct record record = {.number = (unsigned)signal->number,
                            .code = signal->code,
                            .process = (unsigned)information.process,
                            .user = information.user};
    if (signal->code == BY_QUEUE || signal->code == BY_MESSAGE) {
        record.integer = signal->value.number;
        record.pointer = (uintptr_t)signal->value.pointer;
    }
    return record;
}

static ssize_t read_signals(struct runtime_node *node, char *to, size_t count, bool waits)
{
    const struct signals *signals = (const struct signals *)node;
    size_t most = count / sizeof(struct record), done = 0;
    if (most == 0)
        return -EINVAL;
    for (; done < most && __runtime_pending_signals() & signals->among; done++) {
        struct runtime_signal signal = __runtime_take_signal(signals->among);
        struct record record = describe(&signal);
        memcpy(to + done * sizeof record, &record, sizeof record);
    }
    if (!done && waits)
        __runtime_check_signals_come(signals->among);
    else if (!done)
        __runtime_check_alarms(signals->among, "whether an alarm is over, and its signal pending");
    return done ? (ssize_t)(done * sizeof(struct record)) : RUNTIME_WAIT;
}

static ssize_t write_signals(struct runtime_node *node, const char *from, size_t count, bool waits)
{
    (void)node, (void)from, (void)count, (void)waits;
    return -EINVAL;
}

static unsigned state_of_signals(struct runtime_node *node)
{
    return is_pending((const struct signals *)node) ? POLL_IN : 0;
}

static void release_signal_node(struct runtime_node *node)
{
    struct signals **link = &all;
    while (*link != (struct signals *)node)
        link = &(*link)->next;
    *link = (*link)->next;
}

static const struct runtime_operations operations = {
    .read = read_signals, .write = write_signals, .state = state_of_signals, .release = release_signal_node};

void __runtime_notice_signal(int number)
{
    for (const struct signals *signals = all; signals; signals = signals->next)
        if (signals->among & __runtime_signal_bit(number))
            __runtime_notice(&signals->node, POLL_IN);
}

// Programs that contain this function have such descriptors (__heddle_signals_are_descriptors).
int __runtime_new_signal_descriptor(uint64_t among, int flags)
{
    struct signals *signals = __heddle_new(sizeof *signals);
    if (!signals)
        return -ENOMEM;
    signals->node.mode = MODE_EVENT | 0600;
    signals->node.allocated = true;
    signals->node.operations = &operations;
    signals->among = among;
    signals->next = all;
    all = signals;
    int descriptor = __runtime_open_node(&signals->node, OPEN_BOTH | flags, 0);
    if (descriptor < 0)
        __runtime_release_node(&signals->node);
    return descriptor;
}

static int change_signal_set(int descriptor, uint64_t among)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    if (description->node->operations != &operations)
        return -EINVAL;
    ((struct signals *)description->node)->among = among;
    __runtime_notice(description->node, POLL_IN);
    return descriptor;
}

int signalfd(int descriptor, const sigset_t *set, int flags)
{
    uint64_t never = __runtime_signal_bit(SIGKILL) | __runtime_signal_bit(SIGSTOP);
    uint64_t among = __runtime_signal_word(set) & ~never;
    if (flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int result = descriptor == -1 ? __runtime_new_signal_descriptor(among, flags)
                                  : change_signal_set(descriptor, among);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}
