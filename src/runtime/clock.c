// Clocks and sleeping. Time is memory that all threads share, read and updated by atomics: so it never goes
// back from one event to a later one, and the exploration needs no rule of its own to reverse the order of
// sleeping and looking. It passes by what is slept, by a time-out (src/machine/clock.c), and by a millisecond
// where a thread looks for the second time and nothing else has moved it since: loops that wait for a moment
// end, and looks that find time moved by others are plain reads, which commute. With --time-may-pass any
// look may find any later time. Where no decision depends on the seconds that clocks show, the machine may
// stop the clocks (src/machine/clock.h): then they do not count, and each thread finds at all looks the
// fraction of a second that it found at its first one, which may be any. For this, seconds and fractions take
// different ways through this file: seconds are computed from the result of __runtime_look, fractions are
// read from memory.
//
// A program that never looks at a clock pays nothing for sleeping: __heddle_clock_is_read is a constant then
// (src/lower/clock.c); nor does one that looks only before it has created a thread, from then on. Accesses
// are relaxed: sleeping and looking order nothing else.
#include "runtime/calendar.h"

// Time since the start of the program: seconds, and nanoseconds in the lowest bits. So two moments compare as
// numbers, and no division stands between a clock and what depends on inputs.
typedef uint64_t moment;

enum {
#define TIME_PASSED(bits) NANOSECOND_BITS = bits
#include "program/clocks.def"
};
#define NANOSECONDS_PER_SECOND 1000000000u
#define NANOSECOND_MASK (((uint64_t)1 << NANOSECOND_BITS) - 1)
#define TICK 1000000u                                     // a millisecond
#define MOST_SECONDS ((uint64_t)1 << 32)                  // of one duration
#define MOST_MOMENT (2 * MOST_SECONDS << NANOSECOND_BITS) // where clocks stop

enum {
#define CLOCK(name, number, start) CLOCK_##name = number,
#include "program/clocks.def"
};
enum {
#define CLOCK(name, number, start) START_##name = start,
#include "program/clocks.def"
};

enum {
    TIMER_ABSTIME = 1,
    TIME_UTC = 1,
};

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

_Atomic(moment) __runtime_time_passed; // the machine knows it by this name
_Thread_local moment __runtime_wake;   // when the thread that sleeps wakes up; the machine knows it, too
static _Atomic(moment) processor_time; // of all threads
static _Thread_local moment own_processor_time;                             // of this one
static _Thread_local moment seen = UINT64_MAX, processor_seen = UINT64_MAX; // at this thread's last looks
static _Thread_local unsigned looks;
static _Thread_local moment fraction = UINT64_MAX; // nanoseconds at this thread's last look

// ---- moments

// Without branches on what may depend on inputs, so that it is one value. Less than a second of nanoseconds.
static moment later(moment from, uint64_t seconds, uint64_t nanoseconds)
{
    moment sum = from + (__builtin_elementwise_min(seconds, MOST_SECONDS) << NANOSECOND_BITS) + nanoseconds;
    if (__heddle_is_symbolic(nanoseconds) || nanoseconds) {
        bool carry = (from & NANOSECOND_MASK) + nanoseconds >= NANOSECONDS_PER_SECOND;
        sum += carry ? NANOSECOND_MASK + 1 - NANOSECONDS_PER_SECOND : 0;
    }
    return __builtin_elementwise_min(sum, MOST_MOMENT);
}

static moment later_by(moment from, moment duration)
{
    return later(from, duration >> NANOSECOND_BITS, duration & NANOSECOND_MASK);
}

// Any moment of the next eight years.
uint64_t __VERIFIER_nondet_clock(void);
static moment any_moment(void)
{
    moment any = __VERIFIER_nondet_clock() >> 6;
    uint64_t nanoseconds = any & NANOSECOND_MASK;
    nanoseconds -= nanoseconds >= NANOSECONDS_PER_SECOND ? NANOSECONDS_PER_SECOND : 0;
    return any >> NANOSECOND_BITS << NANOSECOND_BITS | nanoseconds;
}

static moment load(const _Atomic(moment) *clock)
{
    return __c11_atomic_load(clock, __ATOMIC_RELAXED);
}

static void move(_Atomic(moment) *clock, moment to)
{
    __c11_atomic_fetch_max(clock, to, __ATOMIC_RELAXED);
}

// ---- looking

// With --time-may-pass a thread's first looks find any time. From then on ever more must have passed, so that
// loops that wait for a moment end: a millisecond, two, four, and beyond the next years, years.
static moment least_at_look(unsigned number)
{
    enum { FREE = 16, MILLISECOND = 20, YEARS = 58 }; // looks; exponents
    unsigned exponent = MILLISECOND + number - FREE;
    if (number < FREE)
        return 0;
    return exponent < YEARS ? (moment)1 << exponent
                            : __builtin_elementwise_min((moment)(exponent - YEARS + 1) << YEARS, MOST_MOMENT);
}

// If a program contains this function, it may look at a clock (src/lower/clock.c, src/program/program.h).
// Whether decisions depend on its result is looked up, too (src/analysis/faint.h).
moment __runtime_look(void)
{
    if (!__heddle_clock_counts()) { // clocks have been stopped
        if (fraction == UINT64_MAX)
            fraction = any_moment() & NANOSECOND_MASK;
        return 0;
    }
    moment now = load(&__runtime_time_passed);
    if (__heddle_time_may_pass()) {
        now = __builtin_elementwise_max(now, __builtin_elementwise_max(any_moment(), least_at_look(++looks)));
        move(&__runtime_time_passed, now);
    } else if (now == seen) {
        now = later(now, 0, TICK);
        move(&__runtime_time_passed, now);
    }
    fraction = now & NANOSECOND_MASK;
    return seen = now;
}

// The processor works for a while, and time passes.
static void work(moment duration)
{
    if (__heddle_clock_is_read() && __heddle_clock_counts())
        move(&__runtime_time_passed, later_by(load(&__runtime_time_passed), duration));
    move(&processor_time, later_by(load(&processor_time), duration));
}

static moment look_at_processor(void)
{
    moment now = load(&processor_time);
    if (now == processor_seen) {
        work(TICK);
        now = later_by(now, TICK);
    }
    return processor_seen = now;
}

static moment look_at_own_processor(void)
{
    work(TICK);
    return own_processor_time = later_by(own_processor_time, TICK);
}

static struct timespec time_at(uint64_t start, moment now)
{
    return (struct timespec){(time_t)(start + (now >> NANOSECOND_BITS)), (long)(now & NANOSECOND_MASK)};
}

static time_t seconds_now(uint64_t start)
{
    return (time_t)(start + (__runtime_look() >> NANOSECOND_BITS));
}

// Field by field: see above.
static void show_now(struct timespec *to, uint64_t start)
{
    to->tv_sec = seconds_now(start);
    to->tv_nsec = (long)fraction;
}

// The processor's counter of cycles (rdtsc): of one for each nanosecond.
uint64_t __runtime_cycles(void)
{
    moment now = __runtime_look();
    return (START_MONOTONIC + (now >> NANOSECOND_BITS)) * NANOSECONDS_PER_SECOND + (now & NANOSECOND_MASK);
}

time_t time(time_t *to)
{
    time_t seconds = seconds_now(START_REALTIME);
    if (to)
        *to = seconds;
    return seconds;
}

long clock(void)
{
    struct timespec time = time_at(0, look_at_processor());
    return (long)((uint64_t)time.tv_sec * 1000000 + (unsigned)time.tv_nsec / 1000);
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    (void)zone;
    to->tv_sec = seconds_now(START_REALTIME);
    to->tv_usec = (long)((unsigned)fraction / 1000);
    return 0;
}

// What the clock shows when the program starts, in seconds. False: no such clock.
static bool find_start(clockid_t clock, uint64_t *start)
{
    switch (clock) {
#define CLOCK(name, number, seconds)                                                                         \
    case number: *start = seconds; return true;
#include "program/clocks.def"
    default: return false;
    }
}

int clock_gettime(clockid_t clock, struct timespec *to)
{
    uint64_t start;
    if (!find_start(clock, &start)) {
        errno = EINVAL;
        return -1;
    }
    if (clock == CLOCK_PROCESS_CPUTIME_ID)
        *to = time_at(0, look_at_processor());
    else if (clock == CLOCK_THREAD_CPUTIME_ID)
        *to = time_at(0, look_at_own_processor());
    else
        show_now(to, start);
    return 0;
}

int timespec_get(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    show_now(to, START_REALTIME);
    return base;
}

int clock_getres(clockid_t clock, struct timespec *to)
{
    uint64_t start;
    if (!find_start(clock, &start)) {
        errno = EINVAL;
        return -1;
    }
    if (to)
        *to = (struct timespec){0, 1};
    return 0;
}

// ---- what the process has used: nothing of it in the system

struct usage {
    struct timeval user, system;
    long counts[14];
};

static struct timeval time_value(moment now)
{
    struct timespec time = time_at(0, now);
    return (struct timeval){time.tv_sec, (long)((unsigned)time.tv_nsec / 1000)};
}

int getrusage(int who, struct usage *to)
{
    enum { OF_THREAD = 1, OF_PROCESS = 0, OF_CHILDREN = -1 };
    if (who != OF_THREAD && who != OF_PROCESS && who != OF_CHILDREN) {
        errno = EINVAL;
        return -1;
    }
    moment used = who == OF_CHILDREN ? 0 : who == OF_THREAD ? look_at_own_processor() : look_at_processor();
    *to = (struct usage){.user = time_value(used)};
    if (who != OF_CHILDREN)
        __heddle_unmodelled_input(to->counts, sizeof to->counts,
                                  "how much memory and the like a process has used");
    return 0;
}

struct ticks {
    long user, system, children, children_system;
};

// In hundredths of a second.
static long ticks_of(struct timespec time)
{
    return (long)((uint64_t)time.tv_sec * 100 + (unsigned)time.tv_nsec / 10000000);
}

long times(struct ticks *to)
{
    if (to)
        *to = (struct ticks){.user = ticks_of(time_at(0, look_at_processor()))};
    return ticks_of(time_at(START_MONOTONIC, __runtime_look()));
}

int getpid(void);

int clock_getcpuclockid(int process, clockid_t *to)
{
    if (process != 0 && process != getpid())
        return ESRCH;
    *to = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

int timespec_getres(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    if (to)
        *to = (struct timespec){0, 1};
    return base;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

// ---- sleeping

// Others may sleep at the same time: when it began and when it is over are two events.
static void pass_time(uint64_t seconds, uint64_t nanoseconds)
{
    if (!__heddle_clock_is_read() || !__heddle_clock_counts()) {
        sched_yield();
        return;
    }
    if (nanoseconds >= NANOSECONDS_PER_SECOND) {
        seconds += nanoseconds / NANOSECONDS_PER_SECOND;
        nanoseconds %= NANOSECONDS_PER_SECOND;
    }
    __runtime_wake = later(load(&__runtime_time_passed), seconds, nanoseconds);
    sched_yield();
    __heddle_wake(&__runtime_wake);
}

// False: a signal handler has interrupted it.
static bool sleep_for(uint64_t seconds, uint64_t nanoseconds)
{
    CANCELLATION_POINT(0);
    if (IS_INTERRUPTED)
        return false;
    pass_time(seconds, nanoseconds);
    CANCELLATION_POINT(1);
    return true;
}

static bool sleep_until(uint64_t start, const struct timespec *time)
{
    CANCELLATION_POINT(0);
    if (IS_INTERRUPTED)
        return false;
    sched_yield();
    if (__heddle_clock_is_read() && __heddle_clock_counts()) {
        int64_t since = (int64_t)time->tv_sec - (int64_t)start, none = 0;
        __runtime_wake = later(0, (uint64_t)__builtin_elementwise_max(since, none), (uint64_t)time->tv_nsec);
        __heddle_wake(&__runtime_wake);
    }
    CANCELLATION_POINT(1);
    return true;
}

// What the clock shows so long after now, for a wait with a time-out: nobody has looked at a clock for that.
// Nothing in particular where nobody ever does.
struct timespec __runtime_deadline(const struct timespec *duration, clockid_t clock)
{
    uint64_t start = 0;
    if (!__heddle_clock_is_read() || !__heddle_clock_counts() || !find_start(clock, &start))
        return (struct timespec){0, 0};
    moment now = load(&__runtime_time_passed);
    return time_at(start, later(now, (uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec));
}

static bool is_clock_duration(const struct timespec *duration)
{
    return duration->tv_sec >= 0 && (unsigned long)duration->tv_nsec < NANOSECONDS_PER_SECOND;
}

// Returns an error number; EINTR: what is left goes to `left`, if that is not NULL.
static int sleep_duration(const struct timespec *duration, struct timespec *left)
{
    if (!is_clock_duration(duration))
        return EINVAL;
    bool slept = sleep_for((uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec);
    if (!__heddle_signals_are_sent() || slept)
        return 0;
    if (left)
        __heddle_unmodelled_input(left, sizeof *left, "what is left of a sleep that was interrupted");
    return EINTR;
}

int nanosleep(const struct timespec *duration, struct timespec *left)
{
    int error = sleep_duration(duration, left);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

// Returns, unlike nanosleep, the error number.
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    enum { RAW = 4, COARSE = 5, MONOTONIC_COARSE = 6, ALARM = 8, BOOT_ALARM = 9 };
    uint64_t start;
    if (clock == RAW || clock == COARSE || clock == MONOTONIC_COARSE)
        return ENOTSUP;
    if ((clock == ALARM || clock == BOOT_ALARM) && is_clock_duration(time))
        return EPERM; // without CAP_WAKE_ALARM
    if (!find_start(clock, &start) || clock == CLOCK_THREAD_CPUTIME_ID || !is_clock_duration(time))
        return EINVAL;
    if (clock == CLOCK_PROCESS_CPUTIME_ID) {
        CANCELLATION_POINT(0);
        sched_yield();
        if (IS_INTERRUPTED)
            __heddle_unmodelled("a signal handler that interrupts a sleep by the time of the processor");
        work(later(0, (uint64_t)time->tv_sec, (uint64_t)time->tv_nsec)); // at least as much as is asked for
        CANCELLATION_POINT(1);
    } else if (flags & TIMER_ABSTIME) {
        return sleep_until(start, time) ? 0 : EINTR;
    } else {
        return sleep_duration(time, left);
    }
    return 0;
}

int thrd_sleep(const struct timespec *duration, struct timespec *left)
{
    int error = sleep_duration(duration, left);
    return error == EINTR ? -1 : error ? -2 : 0;
}

void heddle_symbolic(void *at, size_t size, const char *name);
void heddle_assume(int condition);

// A function of its own, so that a sleep that is not interrupted makes no object.
static unsigned __attribute__((noinline)) left_of_sleep(unsigned most)
{
    unsigned left;
    heddle_symbolic(&left, sizeof left, "seconds left of the sleep");
    heddle_assume(left <= most);
    return left;
}

unsigned sleep(unsigned seconds)
{
    bool slept = sleep_for(seconds, 0);
    if (!__heddle_signals_are_sent())
        return 0;
    return slept ? 0 : left_of_sleep(seconds);
}

int usleep(unsigned microseconds)
{
    bool slept = sleep_for(0, (uint64_t)microseconds * 1000);
    if (!__heddle_signals_are_sent() || slept)
        return 0;
    errno = EINTR;
    return -1;
}

bool __runtime_sleep(uint64_t seconds, uint64_t nanoseconds)
{
    return sleep_for(seconds, nanoseconds);
}

// ---- timers (timer_descriptors.c): moments are 0 where nobody ever looks at a clock

static bool counts(void)
{
    return __heddle_clock_is_read() && __heddle_clock_counts();
}

uint64_t __runtime_moment_now(void)
{
    return counts() ? load(&__runtime_time_passed) : 0;
}

uint64_t __runtime_moment_after(uint64_t from, const struct timespec *duration)
{
    return counts() ? later(from, (uint64_t)duration->tv_sec, (uint64_t)duration->tv_nsec) : 0;
}

uint64_t __runtime_moment_of(clockid_t clock, const struct timespec *time)
{
    uint64_t start;
    if (!counts() || !find_start(clock, &start) || time->tv_sec < (time_t)start)
        return 0;
    return later(0, (uint64_t)time->tv_sec - start, (uint64_t)time->tv_nsec);
}

// Whether it has for certain.
bool __runtime_has_come(uint64_t moment)
{
    return counts() && load(&__runtime_time_passed) >= moment;
}

void __runtime_reach(uint64_t moment)
{
    if (counts())
        move(&__runtime_time_passed, moment);
}

struct timespec __runtime_left_until(uint64_t moment)
{
    uint64_t now = __runtime_look();
    uint64_t seconds = (moment >> NANOSECOND_BITS) - (now >> NANOSECOND_BITS);
    uint64_t nanoseconds = (moment & NANOSECOND_MASK) - (now & NANOSECOND_MASK);
    if (moment <= now)
        return (struct timespec){0, 1}; // it expires at any moment
    if ((moment & NANOSECOND_MASK) < (now & NANOSECOND_MASK)) {
        seconds--;
        nanoseconds += NANOSECONDS_PER_SECOND;
    }
    return (struct timespec){(time_t)seconds, (long)nanoseconds};
}

// ---- setting, which takes privileges

int clock_settime(clockid_t clock, const struct timespec *to)
{
    const long long most_seconds = 8277292036; // Linux's
    bool valid = to->tv_nsec >= 0 && to->tv_nsec < (long)NANOSECONDS_PER_SECOND && to->tv_sec >= 0 &&
                 to->tv_sec < most_seconds;
    if (clock < 0)
        __heddle_unmodelled_value("clock_settime of the clock of one process, or thread");
    errno = valid && clock == CLOCK_REALTIME ? EPERM : EINVAL;
    return -1;
}

int settimeofday(const struct timeval *to, const void *zone)
{
    enum { NANOSECONDS = 1000 };
    if (!to == !zone) {
        errno = EINVAL;
        return -1;
    }
    struct timespec time = {0, 0};
    if (to)
        time = (struct timespec){to->tv_sec, to->tv_usec * NANOSECONDS};
    return clock_settime(CLOCK_REALTIME, &time);
}
