// <unistd.h>, <sys/eventfd.h>, <poll.h>, <sys/select.h>: pipes and event counters between threads, and
// waiting for several of them. What is written to one happens before it is read, as an atomic section before
// a later one.
#include "runtime/files.h"

// ---- making them

static int open_ends(struct runtime_node *node, int flags, int *ends)
{
    ends[0] = __runtime_open_node(node, OPEN_READ | flags, 0);
    if (ends[0] < 0)
        return ends[0];
    ends[1] = __runtime_open_node(node, OPEN_WRITE | flags, 0);
    if (ends[1] >= 0)
        return 0;
    __runtime_close_slot(ends[0]);
    return ends[1];
}

int pipe2(int *descriptors, int flags)
{
    int ends[2];
    if (flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    struct runtime_node *node = __runtime_new_node(MODE_PIPE | 0600);
    int error = node ? open_ends(node, flags, ends) : -ENOMEM;
    heddle_atomic_end();
    if (error)
        return __runtime_fail(-error);
    descriptors[0] = ends[0];
    descriptors[1] = ends[1];
    return 0;
}

int pipe(int *descriptors)
{
    return pipe2(descriptors, 0);
}

int eventfd(unsigned count, int flags)
{
    enum { ONE_BY_ONE = 1 };
    if (flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC | ONE_BY_ONE))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    struct runtime_node *node = __runtime_new_node(MODE_EVENT | 0600);
    int result = -ENOMEM;
    if (node) {
        node->count = count;
        node->one_by_one = flags & ONE_BY_ONE;
        result = __runtime_open_node(node, OPEN_BOTH | (flags & ~ONE_BY_ONE), 0);
        __runtime_release_node(node); // if it has no user
    }
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

ssize_t read(int descriptor, void *to, size_t count);
ssize_t write(int descriptor, const void *from, size_t count);

int eventfd_read(int descriptor, uint64_t *value)
{
    return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int descriptor, uint64_t value)
{
    return write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}

// ---- waiting for several

enum { CAN_READ = 1, CAN_WRITE = 4, HAS_ERROR = 8, HANGS_UP = 16, IS_INVALID = 32 };
enum { READ_ALIKE = 0x41, WRITE_ALIKE = 0x104 }; // with POLLRDNORM and POLLWRNORM

struct pollfd {
    int descriptor;
    short events, found;
};

static unsigned state_of_pipe(const struct runtime_node *node, int access)
{
    unsigned state = 0;
    if (access == OPEN_READ)
        return (node->size > node->begin ? READ_ALIKE : 0) | (node->writers ? 0 : HANGS_UP);
    if (!node->readers)
        state |= HAS_ERROR;
    return state | (node->used_pages < RUNTIME_PIPE_PAGES ? WRITE_ALIKE : 0);
}

// What poll would find of the descriptor.
static unsigned state_of(int descriptor)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    __runtime_shows_files();
    if (!description)
        return IS_INVALID;
    const struct runtime_node *node = description->node;
    if (__runtime_is_kind(node, MODE_PIPE))
        return state_of_pipe(node, description->flags & OPEN_ACCESS);
    if (__runtime_is_kind(node, MODE_EVENT))
        return (node->count ? READ_ALIKE : 0) | (node->count < UINT64_MAX - 1 ? WRITE_ALIKE : 0);
    return READ_ALIKE | WRITE_ALIKE;
}

static int look_at(struct pollfd *descriptors, size_t count)
{
    int found = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned always = HAS_ERROR | HANGS_UP | IS_INVALID, asked = (unsigned)descriptors[i].events | always;
        descriptors[i].found =
            descriptors[i].descriptor < 0 ? 0 : (short)(state_of(descriptors[i].descriptor) & asked);
        found += descriptors[i].found != 0;
    }
    return found;
}

static int look_once(struct pollfd *descriptors, size_t count)
{
    heddle_atomic_begin();
    int found = look_at(descriptors, count);
    heddle_atomic_end();
    return found;
}

// Waits for as long as it takes.
static int look_again(struct pollfd *descriptors, size_t count)
{
    int found = look_once(descriptors, count);
    while (!found) {
        CANCELLATION_POINT(0);
        found = look_once(descriptors, count);
    }
    return found;
}

void __runtime_sleep(uint64_t seconds, uint64_t nanoseconds);

// For so long: either something is there when the thread looks, or it sleeps to the end and looks again.
// Where others make something ready in between, the thread may as well have begun to look after that.
static int wait_for(struct pollfd *descriptors, size_t count, bool forever, uint64_t seconds,
                    uint64_t nanoseconds)
{
    CANCELLATION_POINT(0);
    int found = forever ? look_again(descriptors, count) : look_once(descriptors, count);
    if (found || !(seconds | nanoseconds))
        return found;
    __runtime_sleep(seconds, nanoseconds);
    return look_once(descriptors, count);
}

enum { FEW = 16 };

// On a copy of the caller's descriptors.
static int poll_for(struct pollfd *descriptors, size_t count, bool forever, uint64_t seconds,
                    uint64_t nanoseconds)
{
    if (count > RUNTIME_DESCRIPTORS)
        return __runtime_fail(EINVAL);
    struct pollfd few[FEW], *copy = count <= FEW ? few : malloc(count * sizeof *copy);
    if (!copy)
        return __runtime_fail(ENOMEM);
    memcpy(copy, descriptors, count * sizeof *copy);
    int found = wait_for(copy, count, forever, seconds, nanoseconds);
    for (size_t i = 0; i < count; i++)
        descriptors[i].found = copy[i].found;
    if (copy != few)
        free(copy);
    return found;
}

int poll(struct pollfd *descriptors, unsigned long count, int milliseconds)
{
    bool forever = milliseconds < 0;
    unsigned duration = forever ? 0 : (unsigned)milliseconds;
    if (count == 0 && !forever) {
        __runtime_sleep(0, (uint64_t)duration * 1000000);
        return 0;
    }
    return poll_for(descriptors, count, forever, 0, (uint64_t)duration * 1000000);
}

int ppoll(struct pollfd *descriptors, unsigned long count, const struct timespec *duration, const void *mask)
{
    (void)mask; // no signal comes
    if (!duration)
        return poll_for(descriptors, count, true, 0, 0);
    return poll_for(descriptors, count, false, (uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec);
}

// fd_set.
enum { WORD_BITS = 8 * sizeof(long) };
struct set {
    unsigned long words[RUNTIME_DESCRIPTORS / WORD_BITS];
};

static bool is_in(const struct set *set, int descriptor)
{
    return set && set->words[descriptor / WORD_BITS] >> descriptor % WORD_BITS & 1;
}

// What select asks of the descriptor, as poll has it; 0: nothing.
static short events_of(const struct set *const *sets, int descriptor)
{
    return (short)((is_in(sets[0], descriptor) ? CAN_READ : 0) |
                   (is_in(sets[1], descriptor) ? CAN_WRITE : 0) | (is_in(sets[2], descriptor) ? 2 : 0));
}

static int fill_set(struct set *set, const struct pollfd *descriptors, int count, unsigned bits)
{
    int found = 0;
    for (int i = 0; set && i < count; i++) {
        unsigned long bit = 1ul << descriptors[i].descriptor % WORD_BITS;
        unsigned long *word = &set->words[descriptors[i].descriptor / WORD_BITS];
        if (!(*word & bit))
            continue;
        if ((unsigned)descriptors[i].found & bits)
            found++;
        else
            *word &= ~bit;
    }
    return found;
}

static int select_for(int most, struct set *const *sets, bool forever, uint64_t seconds, uint64_t nanoseconds)
{
    int count = 0;
    if (most < 0 || most > RUNTIME_DESCRIPTORS)
        return __runtime_fail(EINVAL);
    struct pollfd *asked = malloc((size_t)(most + 1) * sizeof *asked);
    if (!asked)
        return __runtime_fail(ENOMEM);
    for (int i = 0; i < most; i++) {
        short events = events_of((const struct set *const *)sets, i);
        if (events)
            asked[count++] = (struct pollfd){i, events, 0};
    }
    int found = wait_for(asked, (size_t)count, forever, seconds, nanoseconds);
    for (int i = 0; i < count && found > 0; i++)
        if ((unsigned)asked[i].found & IS_INVALID)
            found = -EBADF;
    if (found >= 0)
        found = fill_set(sets[0], asked, count, READ_ALIKE | HANGS_UP | HAS_ERROR) +
                fill_set(sets[1], asked, count, WRITE_ALIKE | HAS_ERROR) + fill_set(sets[2], asked, count, 2);
    free(asked);
    return (int)__runtime_result(found);
}

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

int select(int most, struct set *readable, struct set *writable, struct set *exceptional,
           struct timeval *duration)
{
    struct set *const sets[] = {readable, writable, exceptional};
    if (most == 0 && duration) {
        __runtime_sleep((uint64_t)duration->tv_sec, (uint64_t)duration->tv_usec * 1000);
        return 0;
    }
    uint64_t seconds = duration ? (uint64_t)duration->tv_sec : 0;
    return select_for(most, sets, !duration, seconds, duration ? (uint64_t)duration->tv_usec * 1000 : 0);
}

int pselect(int most, struct set *readable, struct set *writable, struct set *exceptional,
            const struct timespec *duration, const void *mask)
{
    struct set *const sets[] = {readable, writable, exceptional};
    (void)mask;
    uint64_t seconds = duration ? (uint64_t)duration->tv_sec : 0;
    return select_for(most, sets, !duration, seconds, duration ? (uint64_t)duration->tv_nsec : 0);
}

long __fdelt_chk(long descriptor)
{
    if (descriptor < 0 || descriptor >= RUNTIME_DESCRIPTORS)
        abort();
    return descriptor / WORD_BITS;
}
