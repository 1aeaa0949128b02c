// <sys/timerfd.h>. A timer may expire at any time after it was set, as any time-out may be over at any moment
// (docs/limits.md): each look at it finds that it has, or not yet. Time has then come to where it was due.
// Where clocks show that this has passed it has expired for certain.
#include "runtime/files.h"

struct duration {
    struct timespec interval, value; // struct itimerspec
};

struct timer {
    struct runtime_node node; // first
    clockid_t clock;
    bool is_set;
    uint64_t due; // a moment of clock.c; 0 where nobody looks at clocks
    struct timespec interval;
    uint64_t expired; // and not read
};

// clock.c
uint64_t __runtime_moment_after(uint64_t from, const struct timespec *duration);
uint64_t __runtime_moment_of(clockid_t clock, const struct timespec *time);
uint64_t __runtime_moment_now(void);
bool __runtime_has_come(uint64_t moment);
void __runtime_reach(uint64_t moment);
struct timespec __runtime_left_until(uint64_t moment);
int __heddle_choose(int count);

static void expire_timer_descriptor(struct runtime_node *node)
{
    struct timer *timer = (struct timer *)node;
    bool repeats = timer->interval.tv_sec || timer->interval.tv_nsec;
    __runtime_reach(timer->due);
    do {
        timer->expired++;
        timer->is_set = repeats;
        if (repeats)
            timer->due = __runtime_moment_after(timer->due, &timer->interval);
    } while (timer->is_set && __runtime_has_come(timer->due));
    __runtime_notice(node, POLL_IN);
}

static bool may_timer_expire(struct runtime_node *node)
{
    const struct timer *timer = (const struct timer *)node;
    if (!timer->is_set || (timer->expired && !node->watchers)) // edges are reported again
        return false;
    bool is_due = __runtime_has_come(timer->due);
    if (is_due)
        expire_timer_descriptor(node);
    return !is_due;
}

static ssize_t read_timer(struct runtime_node *node, char *to, size_t count, bool waits)
{
    struct timer *timer = (struct timer *)node;
    if (count < sizeof timer->expired)
        return -EINVAL;
    if (may_timer_expire(node) && (waits || __heddle_choose(2)))
        expire_timer_descriptor(node);
    if (!timer->expired)
        return RUNTIME_WAIT;
    memcpy(to, &timer->expired, sizeof timer->expired);
    timer->expired = 0;
    return sizeof timer->expired;
}

static ssize_t write_timer(struct runtime_node *node, const char *from, size_t count, bool waits)
{
    (void)node, (void)from, (void)count, (void)waits;
    return -EINVAL;
}

static unsigned state_of_timer(struct runtime_node *node)
{
    return ((const struct timer *)node)->expired ? POLL_IN : 0;
}

static const struct runtime_operations operations = {.read = read_timer,
                                                     .write = write_timer,
                                                     .state = state_of_timer,
                                                     .may_expire = may_timer_expire,
                                                     .expire = expire_timer_descriptor};

// ---- calls

static int make_timer_descriptor(clockid_t clock, int flags)
{
    struct timer *timer = __heddle_new(sizeof *timer);
    if (!timer)
        return -ENOMEM;
    timer->node.mode = MODE_EVENT | 0600;
    timer->node.allocated = true;
    timer->node.operations = &operations;
    timer->clock = clock;
    int descriptor = __runtime_open_node(&timer->node, OPEN_BOTH | flags, 0);
    if (descriptor < 0)
        __runtime_release_node(&timer->node);
    return descriptor;
}

int timerfd_create(clockid_t clock, int flags)
{
    bool is_known = clock == 0 || clock == 1 || clock == 7 || clock == 8 || clock == 9;
    if (!is_known || flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC))
        return __runtime_fail(EINVAL);
    if (clock >= 8)
        return __runtime_fail(EPERM); // alarms need a privilege
    heddle_atomic_begin();
    int result = make_timer_descriptor(clock, flags);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

static int find_timer(int descriptor, struct timer **timer)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    *timer = (struct timer *)description->node;
    return description->node->operations == &operations ? 0 : -EINVAL;
}

static void get_timer_descriptor(struct timer *timer, struct duration *to)
{
    *to = (struct duration){timer->interval, {0, 0}};
    if (timer->is_set && __runtime_has_come(timer->due))
        expire_timer_descriptor(&timer->node);
    if (timer->is_set)
        to->value = __runtime_left_until(timer->due);
}

static bool is_timerfd_duration(const struct timespec *duration)
{
    return duration->tv_sec >= 0 && duration->tv_nsec >= 0 && duration->tv_nsec < 1000000000;
}

static void set_timer_descriptor(struct timer *timer, bool is_absolute, const struct duration *to)
{
    timer->expired = 0;
    timer->interval = to->interval;
    timer->is_set = to->value.tv_sec || to->value.tv_nsec;
    if (timer->is_set)
        timer->due = is_absolute ? __runtime_moment_of(timer->clock, &to->value)
                                 : __runtime_moment_after(__runtime_moment_now(), &to->value);
}

int timerfd_settime(int descriptor, int flags, const struct duration *to, struct duration *from)
{
    enum { ABSOLUTE = 1, CANCELLED_BY_SETTING = 2 };
    struct timer *timer;
    struct duration new = *to, old = {{0, 0}, {0, 0}};
    if (flags & ~(ABSOLUTE | CANCELLED_BY_SETTING) || !is_timerfd_duration(&new.value) ||
        !is_timerfd_duration(&new.interval))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int error = find_timer(descriptor, &timer);
    if (!error && from)
        get_timer_descriptor(timer, &old);
    if (!error)
        set_timer_descriptor(timer, flags & ABSOLUTE, &new);
    heddle_atomic_end();
    if (!error && from)
        *from = old;
    return (int)__runtime_result(error);
}

int timerfd_gettime(int descriptor, struct duration *to)
{
    struct timer *timer;
    struct duration left;
    heddle_atomic_begin();
    int error = find_timer(descriptor, &timer);
    if (!error)
        get_timer_descriptor(timer, &left);
    heddle_atomic_end();
    if (!error)
        *to = left;
    return (int)__runtime_result(error);
}
