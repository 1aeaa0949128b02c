// <poll.h>, <sys/select.h>: waiting for several descriptors.
#include "runtime/files.h"

struct pollfd {
    int descriptor;
    short events, found;
};

// A reader of a named pipe is not told of writers that have gone where there were none.
static unsigned state_of_pipe(const struct runtime_description *description)
{
    const struct runtime_node *node = description->node;
    int access = description->flags & OPEN_ACCESS;
    unsigned state = 0;
    if (access == OPEN_READ)
        return (node->size > node->begin ? POLL_READ_ALIKE : 0) |
               (node->writers || __runtime_is_alone(description) ? 0 : POLL_HANGS_UP);
    if (!node->readers)
        state |= POLL_ERROR;
    return state | (node->used_pages < RUNTIME_PIPE_PAGES ? POLL_WRITE_ALIKE : 0);
}

unsigned __runtime_state(const struct runtime_description *description)
{
    struct runtime_node *node = description->node;
    __runtime_shows_files();
    if (node->operations)
        return node->operations->state(node);
    if (__runtime_is_kind(node, MODE_PIPE))
        return state_of_pipe(description);
    if (__runtime_is_kind(node, MODE_EVENT))
        return (node->count ? POLL_IN : 0) | (node->count < UINT64_MAX - 1 ? POLL_OUT : 0);
    return POLL_READ_ALIKE | POLL_WRITE_ALIKE;
}

// What poll finds of the descriptor.
static unsigned state_of(int descriptor)
{
    const struct runtime_description *description = __runtime_awaited(descriptor);
    return description ? __runtime_state(description) : POLL_INVALID;
}

// ---- timers

int __heddle_choose(int count);

static bool may_node_expire(struct runtime_node *node)
{
    return node->operations && node->operations->may_expire && node->operations->may_expire(node);
}

void __runtime_count_timer(struct runtime_look *look, struct runtime_node *node)
{
    look->timers += may_node_expire(node);
}

void __runtime_pass_timer(struct runtime_look *look, struct runtime_node *node, bool must)
{
    if (!may_node_expire(node))
        return;
    if (!look->seen)
        look->first = must ? (unsigned)__heddle_choose((int)look->timers) : look->timers;
    if (look->seen++ == look->first || __heddle_choose(2))
        node->operations->expire(node);
}

// ---- looking

static int look_at_descriptors(struct pollfd *descriptors, size_t count)
{
    int found = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned always = POLL_ALWAYS | POLL_INVALID, asked = (unsigned)descriptors[i].events | always;
        descriptors[i].found =
            descriptors[i].descriptor < 0 ? 0 : (short)(state_of(descriptors[i].descriptor) & asked);
        found += descriptors[i].found != 0;
    }
    return found;
}

static int poll_once(struct pollfd *descriptors, size_t count, bool forever)
{
    struct runtime_look look = {0, 0, 0};
    heddle_atomic_begin();
    for (size_t i = 0; i < count; i++)
        if (descriptors[i].events & POLL_READ_ALIKE && __runtime_description(descriptors[i].descriptor))
            __runtime_count_timer(&look, __runtime_description(descriptors[i].descriptor)->node);
    int found = look_at_descriptors(descriptors, count);
    if (look.timers) {
        for (size_t i = 0; i < count; i++)
            if (__runtime_description(descriptors[i].descriptor) && descriptors[i].events & POLL_READ_ALIKE)
                __runtime_pass_timer(&look, __runtime_description(descriptors[i].descriptor)->node,
                                     forever && !found);
        found = look_at_descriptors(descriptors, count);
    }
    heddle_atomic_end();
    return found;
}

// Waits for as long as it takes.
static int look_again(struct pollfd *descriptors, size_t count)
{
    int found = poll_once(descriptors, count, true);
    while (!found) {
        CANCELLATION_POINT(0);
        if (IS_INTERRUPTED)
            return -EINTR;
        found = poll_once(descriptors, count, true);
    }
    return found;
}

bool __runtime_sleep(uint64_t seconds, uint64_t nanoseconds);

// For so long: either something is there when the thread looks, or it sleeps to the end and looks again.
// Where others make something ready in between, the thread may as well have begun to look after that.
static int wait_for_descriptors(struct pollfd *descriptors, size_t count, bool forever, uint64_t seconds,
                                uint64_t nanoseconds)
{
    CANCELLATION_POINT(0);
    int found = forever ? look_again(descriptors, count) : poll_once(descriptors, count, false);
    if (found || !(seconds | nanoseconds))
        return found;
    if (!__runtime_sleep(seconds, nanoseconds))
        return -EINTR;
    return poll_once(descriptors, count, false);
}

// For so many no memory of the heap is taken: a round of a loop that waits leaves nothing behind.
enum { FEW = 16 };

// On a copy of the caller's descriptors.
static int poll_for(struct pollfd *descriptors, size_t count, bool forever, uint64_t seconds,
                    uint64_t nanoseconds)
{
    if (count > RUNTIME_DESCRIPTORS)
        return __runtime_fail(EINVAL);
    struct pollfd few[FEW], *copy = count <= FEW ? few : __heddle_new(count * sizeof *copy);
    if (!copy)
        return __runtime_fail(ENOMEM);
    memcpy(copy, descriptors, count * sizeof *copy);
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, free, copy != few ? copy : NULL);
    int found = wait_for_descriptors(copy, count, forever, seconds, nanoseconds);
    CLEANUP_POP(&cleanup);
    for (size_t i = 0; i < count; i++)
        descriptors[i].found = copy[i].found;
    if (copy != few)
        free(copy);
    return (int)__runtime_result(found);
}

int poll(struct pollfd *descriptors, unsigned long count, int milliseconds)
{
    bool forever = milliseconds < 0;
    unsigned duration = forever ? 0 : (unsigned)milliseconds;
    if (count == 0 && !forever)
        return __runtime_sleep(0, (uint64_t)duration * 1000000) ? 0 : __runtime_fail(EINTR);
    return poll_for(descriptors, count, forever, 0, (uint64_t)duration * 1000000);
}

int __poll_chk(struct pollfd *descriptors, unsigned long count, int milliseconds, size_t room)
{
    __runtime_check_limit(count, room / sizeof *descriptors);
    return poll(descriptors, count, milliseconds);
}

static bool is_poll_duration(time_t seconds, long part, long parts)
{
    return seconds >= 0 && part >= 0 && part < parts;
}

int ppoll(struct pollfd *descriptors, unsigned long count, const struct timespec *duration, const void *mask)
{
    if (duration && !is_poll_duration(duration->tv_sec, duration->tv_nsec, 1000000000))
        return __runtime_fail(EINVAL);
    __runtime_let_through(mask);
    if (!duration)
        return poll_for(descriptors, count, true, 0, 0);
    return poll_for(descriptors, count, false, (uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec);
}

int __ppoll_chk(struct pollfd *descriptors, unsigned long count, const struct timespec *duration,
                const void *mask, size_t room)
{
    __runtime_check_limit(count, room / sizeof *descriptors);
    return ppoll(descriptors, count, duration, mask);
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
    return (short)((is_in(sets[0], descriptor) ? POLL_IN : 0) | (is_in(sets[1], descriptor) ? POLL_OUT : 0) |
                   (is_in(sets[2], descriptor) ? POLL_URGENT : 0));
}

static int fill_set(struct set *set, const struct pollfd *descriptors, size_t count, unsigned bits)
{
    int found = 0;
    for (size_t i = 0; set && i < count; i++) {
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
    size_t count = 0;
    if (most < 0 || most > RUNTIME_DESCRIPTORS)
        return __runtime_fail(EINVAL);
    for (int i = 0; i < most; i++)
        count += events_of((const struct set *const *)sets, i) != 0;
    struct pollfd few[FEW], *asked = count <= FEW ? few : __heddle_new(count * sizeof *asked);
    if (!asked)
        return __runtime_fail(ENOMEM);
    count = 0;
    for (int i = 0; i < most; i++) {
        short events = events_of((const struct set *const *)sets, i);
        if (events)
            asked[count++] = (struct pollfd){i, events, 0};
    }
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, free, asked != few ? asked : NULL);
    int found = wait_for_descriptors(asked, count, forever, seconds, nanoseconds);
    CLEANUP_POP(&cleanup);
    for (size_t i = 0; i < count && found > 0; i++)
        if ((unsigned)asked[i].found & POLL_INVALID)
            found = -EBADF;
    if (found >= 0)
        found = fill_set(sets[0], asked, count, POLL_READ_ALIKE | POLL_ALWAYS) +
                fill_set(sets[1], asked, count, POLL_WRITE_ALIKE | POLL_ERROR) +
                fill_set(sets[2], asked, count, POLL_URGENT);
    if (asked != few)
        free(asked);
    return (int)__runtime_result(found);
}

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

// Linux stores how much of the duration is left; another select that is given the rest looks at it.
static void store_rest(struct timeval *duration, int found)
{
    if (found && (duration->tv_sec || duration->tv_usec))
        __heddle_unmodelled_input(duration, sizeof *duration, "what is left of the timeout of select");
    else
        *duration = (struct timeval){0, 0};
}

int select(int most, struct set *readable, struct set *writable, struct set *exceptional,
           struct timeval *duration)
{
    struct set *const sets[] = {readable, writable, exceptional};
    // Linux carries microseconds that are more than a second.
    if (duration && (duration->tv_sec < 0 || duration->tv_usec < 0))
        return __runtime_fail(EINVAL);
    uint64_t seconds = duration ? (uint64_t)duration->tv_sec : 0;
    uint64_t nanoseconds = duration ? (uint64_t)duration->tv_usec * 1000 : 0;
    int found = most || !duration ? select_for(most, sets, !duration, seconds, nanoseconds)
                : __runtime_sleep(seconds, nanoseconds) ? 0
                                                        : __runtime_fail(EINTR);
    if (duration)
        store_rest(duration, found);
    return found;
}

int pselect(int most, struct set *readable, struct set *writable, struct set *exceptional,
            const struct timespec *duration, const void *mask)
{
    struct set *const sets[] = {readable, writable, exceptional};
    __runtime_let_through(mask);
    if (duration && !is_poll_duration(duration->tv_sec, duration->tv_nsec, 1000000000))
        return __runtime_fail(EINVAL);
    uint64_t seconds = duration ? (uint64_t)duration->tv_sec : 0;
    return select_for(most, sets, !duration, seconds, duration ? (uint64_t)duration->tv_nsec : 0);
}

long __fdelt_chk(long descriptor)
{
    if (descriptor < 0 || descriptor >= RUNTIME_DESCRIPTORS)
        abort();
    return descriptor / WORD_BITS;
}
