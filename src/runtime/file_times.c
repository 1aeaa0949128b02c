// <sys/stat.h>, <utime.h>, <sys/time.h>: setting the times of files. Those that are set are known until the
// file is read, or changed.
#include "runtime/files.h"

void __runtime_sets_times(void) {}

enum { NOW = 0x3fffffff, LEFT_AS_IT_IS = 0x3ffffffe, KEEPS_LINK = 0x100, MOST_NANOSECONDS = 999999999 };

static bool is_special_time(const struct timespec *time)
{
    return time->tv_nsec == NOW || time->tv_nsec == LEFT_AS_IT_IS;
}

static bool is_valid_time(const struct timespec *time)
{
    return is_special_time(time) || (time->tv_nsec >= 0 && time->tv_nsec <= MOST_NANOSECONDS);
}

// In an atomic section. A file that is mapped may be changed at any time.
static int set_times(struct runtime_node *node, const struct timespec *times)
{
    __runtime_sets_times();
    if (!node->times && !(node->times = __heddle_new(sizeof *node->times)))
        return -ENOSPC;
    for (int k = 0; k < 2; k++) {
        if (times[k].tv_nsec == LEFT_AS_IT_IS)
            continue;
        node->times->known[k] = times[k].tv_nsec != NOW && !node->mapped && !node->copies;
        node->times->time[k] = times[k];
    }
    return 0;
}

// Copied before the section; NULL: now.
static bool copy_times(const struct timespec *from, struct timespec to[2])
{
    for (int k = 0; k < 2; k++)
        to[k] = from ? from[k] : (struct timespec){0, NOW};
    return is_valid_time(&to[0]) && is_valid_time(&to[1]);
}

int utimensat(int from, const char *path, const struct timespec times[2], int flags)
{
    struct timespec own[2];
    struct runtime_node *node;
    if (!copy_times(times, own) || !path || flags & ~KEEPS_LINK)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int error = __runtime_find_linked(from, path, flags ? LINK_BEFORE_SLASH : LINK_FOLLOWED, &node);
    if (!error)
        error = set_times(node, own);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int futimens(int descriptor, const struct timespec times[2])
{
    struct timespec own[2];
    if (!copy_times(times, own))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    struct runtime_description *description = __runtime_description(descriptor);
    int error = description ? set_times(description->node, own) : -EBADF;
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

// ---- older ones

struct timeval {
    time_t seconds;
    long microseconds;
};

// False: no time.
static bool in_nanoseconds(const struct timeval *from, struct timespec to[2])
{
    for (int k = 0; k < 2; k++) {
        if (from[k].microseconds < 0 || from[k].microseconds > 999999)
            return false;
        to[k] = (struct timespec){from[k].seconds, from[k].microseconds * 1000};
    }
    return true;
}

#define IN_MICROSECONDS(name, type, call)                                                                    \
    int name(type file, const struct timeval times[2])                                                       \
    {                                                                                                        \
        struct timespec own[2];                                                                              \
        if (times && !in_nanoseconds(times, own))                                                            \
            return __runtime_fail(EINVAL);                                                                   \
        return call;                                                                                         \
    }
IN_MICROSECONDS(utimes, const char *, utimensat(RUNTIME_AT_FOLDER, file, times ? own : NULL, 0))
IN_MICROSECONDS(lutimes, const char *, utimensat(RUNTIME_AT_FOLDER, file, times ? own : NULL, KEEPS_LINK))
IN_MICROSECONDS(futimes, int, futimens(file, times ? own : NULL))

struct utimbuf {
    time_t access, change;
};

int utime(const char *path, const struct utimbuf *times)
{
    struct timespec own[2];
    if (times) {
        own[0] = (struct timespec){times->access, 0};
        own[1] = (struct timespec){times->change, 0};
    }
    return utimensat(RUNTIME_AT_FOLDER, path, times ? own : NULL, 0);
}
