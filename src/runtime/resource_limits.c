// <sys/resource.h>: limits of the process. The one on descriptors is kept (__runtime_most_descriptors). Of
// the others, those that limit nothing here, as the size of dumps, may be set to anything; those that would
// make other functions fail, only to what they are, with an upper end that may be lowered.
#include "runtime/files.h"

#define UNLIMITED (~0ull)

// By RLIMIT_ number.
enum { STACK = 3, CORE, RESIDENT, PROCESSES, DESCRIPTORS, LOCKED, NICE = 13, PRIORITY, REAL_TIME, RESOURCES };

struct bounds {
    unsigned long long now, most;
};

// Accessed in atomic sections.
#define NO_LIMIT {UNLIMITED, UNLIMITED}
static struct bounds limits[RESOURCES] = {
    NO_LIMIT,
    NO_LIMIT,
    NO_LIMIT,
    [STACK] = {8 << 20, UNLIMITED},
    [CORE] = NO_LIMIT,
    [RESIDENT] = NO_LIMIT,
    [PROCESSES] = {65536, 65536},
    [DESCRIPTORS] = {RUNTIME_DESCRIPTORS, 1 << 20},
    [LOCKED] = {8 << 20, 8 << 20},
    NO_LIMIT,
    NO_LIMIT,
    NO_LIMIT,
    NO_LIMIT,
    [NICE] = NO_LIMIT,
    [PRIORITY] = NO_LIMIT,
    [REAL_TIME] = NO_LIMIT,
};

unsigned __runtime_descriptor_limit(void)
{
    unsigned long long now = limits[DESCRIPTORS].now;
    return now < UINT_MAX ? (unsigned)now : UINT_MAX;
}

static bool is_valid_resource(int resource)
{
    return resource >= 0 && resource < RESOURCES;
}

static bool limits_something(int resource)
{
    return resource != CORE && resource != RESIDENT && resource != DESCRIPTORS && resource != LOCKED &&
           resource != NICE && resource != PRIORITY && resource != REAL_TIME;
}

// Answers the question of whether it is linked.
void __runtime_sets_limits(void) {}

static int set_resource_limit(int resource, const struct bounds *to)
{
    struct bounds *limit = &limits[resource];
    if (to->most > limit->most)
        return -EPERM;
    if (limits_something(resource) && to->now != limit->now) {
        __heddle_unmodelled_value("setrlimit of this resource");
        return -EPERM;
    }
    __runtime_sets_limits();
    *limit = *to;
    return 0;
}

static int change_resource_limit(int resource, const struct bounds *to, struct bounds *before)
{
    if (!is_valid_resource(resource) || (to && to->now > to->most))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    struct bounds found = limits[resource];
    int error = to ? set_resource_limit(resource, to) : 0;
    heddle_atomic_end();
    if (!error)
        *before = found;
    return (int)__runtime_result(error);
}

static int get_resource_limit(int resource, struct bounds *to)
{
    if (!is_valid_resource(resource))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    *to = limits[resource];
    heddle_atomic_end();
    return 0;
}

int getpid(void);

// For both sizes of limits: where long has 32 bits, larger ones are unlimited.
#define LIMITS(suffix, number)                                                                               \
    struct limit##suffix {                                                                                   \
        number now, most;                                                                                    \
    };                                                                                                       \
    static number narrow##suffix(unsigned long long value)                                                   \
    {                                                                                                        \
        return value < (number) - 1 ? (number)value : (number) - 1;                                          \
    }                                                                                                        \
    static unsigned long long widen##suffix(number value)                                                    \
    {                                                                                                        \
        return value == (number) - 1 ? UNLIMITED : value;                                                    \
    }                                                                                                        \
    int getrlimit##suffix(int resource, struct limit##suffix *to)                                            \
    {                                                                                                        \
        struct bounds found;                                                                                 \
        if (get_resource_limit(resource, &found) < 0)                                                        \
            return -1;                                                                                       \
        *to = (struct limit##suffix){narrow##suffix(found.now), narrow##suffix(found.most)};                 \
        return 0;                                                                                            \
    }                                                                                                        \
    int prlimit##suffix(int process, int resource, const struct limit##suffix *to,                           \
                        struct limit##suffix *from)                                                          \
    {                                                                                                        \
        struct bounds found, wanted;                                                                         \
        if (process != 0 && process != getpid()) {                                                           \
            __heddle_unmodelled_value("prlimit of another process");                                         \
            return __runtime_fail(ESRCH);                                                                    \
        }                                                                                                    \
        if (to)                                                                                              \
            wanted = (struct bounds){widen##suffix(to->now), widen##suffix(to->most)};                       \
        if (change_resource_limit(resource, to ? &wanted : NULL, &found) < 0)                                \
            return -1;                                                                                       \
        if (from)                                                                                            \
            *from = (struct limit##suffix){narrow##suffix(found.now), narrow##suffix(found.most)};           \
        return 0;                                                                                            \
    }                                                                                                        \
    int setrlimit##suffix(int resource, const struct limit##suffix *limit)                                   \
    {                                                                                                        \
        return prlimit##suffix(0, resource, limit, NULL);                                                    \
    }
LIMITS(, unsigned long)
LIMITS(64, unsigned long long)
