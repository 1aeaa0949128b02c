// <time.h>: timers. One may expire at any time after it was set, as any time-out may be over at any moment
// (docs/limits.md); time has then come to where it was due. What sends a signal is an alarm (alarms.c). What
// calls a function has a thread of its own for that from the moment when it is set, which looks when it
// begins whether the timer is set still.
#include "runtime/event_threads.h"

enum { TIMERS = 32, ABSOLUTE = 1, SIGALRM = 14 };

struct duration {
    struct timespec interval, value; // struct itimerspec
};

// Accessed in atomic sections.
struct timer {
    bool is_used, is_set;
    unsigned settings; // how often it was set
    clockid_t clock;
    struct runtime_event event;
    struct runtime_thread_attributes
        attributes; // of the thread of event.function, as they were when the timer was made
    uint64_t due;   // a moment of clock.c
    struct timespec interval;
};
static struct timer timers[TIMERS];

uint64_t __runtime_moment_after(uint64_t from, const struct timespec *duration);
uint64_t __runtime_moment_of(clockid_t clock, const struct timespec *time);
uint64_t __runtime_moment_now(void);
void __runtime_reach(uint64_t moment);
bool __runtime_has_come(uint64_t moment);
struct timespec __runtime_left_until(uint64_t moment);

// ---- making and deleting

static bool is_clock(clockid_t clock)
{
    return clock == 0 || clock == 1 || clock == 7;
}

static struct timer *take_timer(void)
{
    for (int k = 0; k < TIMERS; k++)
        if (!timers[k].is_used) {
            unsigned settings = timers[k].settings;
            timers[k] = (struct timer){.is_used = true, .settings = settings};
            return &timers[k];
        }
    __heddle_unmodelled("so many timers at a time");
    return NULL;
}

int timer_create(clockid_t clock, const struct runtime_event *event, struct timer **to)
{
    struct runtime_event own = {.number = SIGALRM, .how = EVENT_BY_SIGNAL};
    struct runtime_thread_attributes attributes;
    if (!is_clock(clock)) {
        __heddle_unmodelled_value("a timer of a clock of processor time, or of none");
        return __runtime_fail(EINVAL);
    }
    if (event) {
        own.value = event->value;
        own.how = event->how;
        own.number = own.how == EVENT_BY_SIGNAL ? event->number : 0;
        own.function = own.how == EVENT_BY_CALL ? event->function : NULL;
        own.attributes = own.how == EVENT_BY_CALL ? event->attributes : NULL;
    }
    if (own.attributes)
        attributes = *(const struct runtime_thread_attributes *)own.attributes;
    if (own.how == EVENT_BY_SIGNAL && (own.number < 1 || own.number >= SIGNALS))
        return __runtime_fail(EINVAL);
    if (own.how < EVENT_BY_SIGNAL || own.how > EVENT_TO_ONE_THREAD ||
        (own.how > EVENT_BY_CALL && own.how < EVENT_TO_ONE_THREAD))
        return __runtime_fail(EINVAL);
    if (own.how == EVENT_TO_ONE_THREAD)
        __heddle_unmodelled("a timer that sends its signal to one thread (SIGEV_THREAD_ID)");
    heddle_atomic_begin();
    struct timer *timer = take_timer();
    timer->clock = clock;
    timer->event = own;
    if (own.attributes) {
        timer->attributes = attributes;
        timer->event.attributes = &timer->attributes;
    }
    heddle_atomic_end();
    *to = timer;
    return 0;
}

static bool is_timer(const struct timer *timer)
{
    for (int k = 0; k < TIMERS; k++)
        if (timer == &timers[k])
            return timer->is_used;
    return false;
}

int timer_delete(struct timer *timer)
{
    heddle_atomic_begin();
    bool fine = is_timer(timer);
    if (fine)
        timer->is_used = timer->is_set = false;
    heddle_atomic_end();
    return fine ? 0 : __runtime_fail(EINVAL);
}

// ---- expiring

// The argument of the thread: which timer, and the how-many-th setting of it.
static void *argument_of(const struct timer *timer, unsigned setting)
{
    return (void *)((uintptr_t)setting * TIMERS + (uintptr_t)(timer - timers));
}

static void *expire_timer(void *argument)
{
    struct runtime_event event = {.function = NULL};
    struct timer *timer = &timers[(uintptr_t)argument % TIMERS];
    heddle_atomic_begin();
    if (timer->is_set && argument_of(timer, timer->settings) == argument) {
        timer->is_set = false;
        event = timer->event;
        __runtime_reach(timer->due);
    }
    heddle_atomic_end();
    if (event.function)
        event.function(event.value);
    return NULL;
}

// ---- setting

static bool is_timer_duration(const struct timespec *duration)
{
    return duration->tv_sec >= 0 && duration->tv_nsec >= 0 && duration->tv_nsec < 1000000000;
}

static bool is_long(const struct timespec *duration)
{
    return duration->tv_sec || duration->tv_nsec;
}

static void get_timer(const struct timer *timer, struct duration *to)
{
    *to = (struct duration){timer->interval, {0, 0}};
    if (!timer->is_set)
        return;
    if (!__runtime_has_come(timer->due))
        to->value = __runtime_left_until(timer->due);
    else if (is_long(&timer->interval))
        __heddle_unmodelled_input(&to->value, sizeof to->value,
                                  "what is left of a timer that has expired and repeats");
}

static void set_timer(struct timer *timer, bool is_absolute, const struct duration *to)
{
    timer->settings++;
    timer->interval = to->interval;
    timer->is_set = is_long(&to->value);
    if (timer->is_set)
        timer->due = is_absolute ? __runtime_moment_of(timer->clock, &to->value)
                                 : __runtime_moment_after(__runtime_moment_now(), &to->value);
}

// What the timer does from now on.
static void begin_timer_event(const struct runtime_event *event, void *argument, bool repeats)
{
    if (event->how == EVENT_BY_SIGNAL)
        __runtime_set_timer_signal(event->number);
    if (event->how == EVENT_BY_CALL && repeats)
        __heddle_unmodelled("a timer that calls a function again and again");
    if (event->how == EVENT_BY_CALL)
        __runtime_begin_event_thread(event->attributes, expire_timer, argument);
}

int timer_settime(struct timer *timer, int flags, const struct duration *to, struct duration *from)
{
    struct duration new = *to, old;
    struct runtime_event event;
    void *argument = NULL;
    if (!is_timer_duration(&new.value) || !is_timer_duration(&new.interval))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    bool fine = is_timer(timer);
    if (fine) {
        get_timer(timer, &old);
        set_timer(timer, flags & ABSOLUTE, &new);
        event = timer->event;
        argument = argument_of(timer, timer->settings);
    }
    heddle_atomic_end();
    if (!fine)
        return __runtime_fail(EINVAL);
    if (from)
        *from = old;
    if (is_long(&new.value))
        begin_timer_event(&event, argument, is_long(&new.interval));
    return 0;
}

int timer_gettime(struct timer *timer, struct duration *to)
{
    struct duration left;
    heddle_atomic_begin();
    bool fine = is_timer(timer);
    if (fine)
        get_timer(timer, &left);
    heddle_atomic_end();
    if (!fine)
        return __runtime_fail(EINVAL);
    *to = left;
    return 0;
}

int timer_getoverrun(struct timer *timer)
{
    int count = 0;
    heddle_atomic_begin();
    bool fine = is_timer(timer);
    heddle_atomic_end();
    if (!fine)
        return __runtime_fail(EINVAL);
    __heddle_unmodelled_input(&count, sizeof count, "how often a timer has expired in between");
    return count;
}
