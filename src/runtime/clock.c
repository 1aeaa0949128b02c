// Clocks and sleeping. Time is the running thread's own: it starts at a fixed date and grows by a millisecond
// at every look at a clock and by what the thread slept, so it is the same in every interleaving. Times that
// different threads read are not comparable. Sleeping lets other threads go first, and every interleaving is
// explored anyway.
#include "runtime/calendar.h"

static const uint64_t nanoseconds_per_second = 1000000000, nanoseconds_per_tick = 1000000;
enum { START = 1704067200, START_MONOTONIC = 1000 }; // 2024-01-01 00:00 UTC; seconds after boot

enum {
    CLOCK_REALTIME = 0,
    CLOCK_MONOTONIC = 1,
    CLOCK_PROCESS_CPUTIME_ID = 2,
    CLOCK_THREAD_CPUTIME_ID = 3,
    CLOCK_REALTIME_COARSE = 5,
    CLOCK_TAI = 11,
    TIMER_ABSTIME = 1,
    TIME_UTC = 1,
    CLOCKS_PER_MICROSECOND = 1,
};

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

static _Thread_local uint64_t slept; // nanoseconds

// Nanoseconds since the thread's start.
static uint64_t elapsed(void)
{
    return __heddle_ticks() * nanoseconds_per_tick + slept;
}

static struct timespec from_nanoseconds(uint64_t start, uint64_t nanoseconds)
{
    return (struct timespec){(time_t)(start + nanoseconds / nanoseconds_per_second),
                             (long)(nanoseconds % nanoseconds_per_second)};
}

static struct timespec now(void)
{
    return from_nanoseconds(START, elapsed());
}

time_t time(time_t *to)
{
    time_t seconds = now().tv_sec;
    if (to)
        *to = seconds;
    return seconds;
}

long clock(void)
{
    return (long)(elapsed() / 1000 * CLOCKS_PER_MICROSECOND);
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    (void)zone;
    struct timespec time = now();
    to->tv_sec = time.tv_sec;
    to->tv_usec = time.tv_nsec / 1000;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *to)
{
    if (clock < CLOCK_REALTIME || clock > CLOCK_TAI) {
        errno = EINVAL;
        return -1;
    }
    bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
    bool is_processor = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
    *to = from_nanoseconds(is_date ? START : is_processor ? 0 : START_MONOTONIC, elapsed());
    return 0;
}

int timespec_get(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    *to = now();
    return base;
}

int clock_getres(clockid_t clock, struct timespec *to)
{
    if (clock < CLOCK_REALTIME || clock > CLOCK_TAI) {
        errno = EINVAL;
        return -1;
    }
    if (to)
        *to = (struct timespec){0, 1};
    return 0;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

void __runtime_sleep(uint64_t nanoseconds)
{
    slept += nanoseconds;
    sched_yield();
}

// The duration, or an error number.
static int sleep_for(const struct timespec *duration)
{
    if (duration->tv_sec < 0 || (unsigned long)duration->tv_nsec >= nanoseconds_per_second)
        return EINVAL;
    __runtime_sleep((uint64_t)duration->tv_sec * nanoseconds_per_second + (uint64_t)duration->tv_nsec);
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *left)
{
    (void)left; // never interrupted
    int error = sleep_for(duration);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

// Returns, unlike nanosleep, the error number.
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    (void)left;
    if (!(flags & TIMER_ABSTIME))
        return sleep_for(time);
    if ((unsigned long)time->tv_nsec >= nanoseconds_per_second)
        return EINVAL;
    uint64_t start = clock == CLOCK_REALTIME || clock == CLOCK_TAI ? START : START_MONOTONIC;
    uint64_t end = ((uint64_t)time->tv_sec - start) * nanoseconds_per_second + (uint64_t)time->tv_nsec;
    uint64_t present = elapsed();
    __runtime_sleep((int64_t)(end - present) > 0 ? end - present : 0);
    return 0;
}

int thrd_sleep(const struct timespec *duration, struct timespec *left)
{
    (void)left;
    return sleep_for(duration) ? -2 : 0;
}

unsigned sleep(unsigned seconds)
{
    __runtime_sleep(seconds * nanoseconds_per_second);
    return 0;
}

int usleep(unsigned microseconds)
{
    __runtime_sleep((uint64_t)microseconds * 1000);
    return 0;
}

// poll and select without descriptors are ways to sleep; with descriptors they are not modelled.
int poll(void *descriptors, unsigned long count, int milliseconds)
{
    (void)descriptors;
    if (count || milliseconds < 0)
        __heddle_unmodelled("poll");
    __runtime_sleep((uint64_t)milliseconds * nanoseconds_per_tick);
    return 0;
}

int select(int count, void *readable, void *writable, void *exceptional, struct timeval *duration)
{
    if (count || readable || writable || exceptional || !duration)
        __heddle_unmodelled("select");
    else
        __runtime_sleep((uint64_t)duration->tv_sec * nanoseconds_per_second +
                        (uint64_t)duration->tv_usec * 1000);
    return 0;
}
