// <sys/sysinfo.h>, <sys/prctl.h>, <gnu/libc-version.h> and relatives: what asks or advises the system without
// an effect on what is checked.
#include "runtime/runtime.h"

enum { PAGE = 4096 };

// ---- the machine

struct system_facts {
    long uptime;
    unsigned long loads[3];
    unsigned long total, available, shared, buffers, total_swap, available_swap;
    unsigned short processes, padding;
    unsigned long total_high, available_high;
    unsigned unit;
    char reserved[20 - 2 * sizeof(long) - sizeof(int)];
};

// As sysconf has it.
int sysinfo(struct system_facts *to)
{
    enum { UPTIME = 1000, PAGES = 262144, AVAILABLE_PAGES = 131072 };
    *to = (struct system_facts){
        .uptime = UPTIME, .total = PAGES, .available = AVAILABLE_PAGES, .processes = 1, .unit = PAGE};
    return 0;
}

const char *gnu_get_libc_version(void)
{
    return "2.36";
}

const char *gnu_get_libc_release(void)
{
    return "stable";
}

struct names {
    char system[65], node[65], release[65], version[65], machine[65], domain[65];
};

int uname(struct names *to)
{
    memset(to, 0, sizeof *to);
    strcpy(to->system, "Linux");
    strcpy(to->node, "localhost");
    strcpy(to->release, "6.1.0");
    strcpy(to->version, "#1 SMP");
    strcpy(to->machine, sizeof(long) == 8 ? "x86_64" : "i686");
    strcpy(to->domain, "(none)");
    return 0;
}

int gethostname(char *to, size_t size)
{
    static const char name[] = "localhost";
    if (size < sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(to, name);
    return 0;
}

// ---- what has no effect here

void __runtime_name_own_thread(const char *name);

// What asks about signals of parents, dumps and timers has no effect here.
int prctl(int option, ...)
{
    enum {
        DEATH_SIGNAL = 1,
        DUMPABLE = 4,
        NAME = 15,
        SLACK = 29,
        NO_NEW_PRIVILEGES = 38,
        ANY_TRACER = 0x59616d61
    };
    switch (option) {
    case NAME: {
        va_list list;
        va_start(list, option);
        __runtime_name_own_thread(va_arg(list, const char *));
        va_end(list);
        return 0;
    }
    case DEATH_SIGNAL:
    case DUMPABLE:
    case SLACK:
    case NO_NEW_PRIVILEGES:
    case ANY_TRACER: return 0;
    }
    __heddle_unmodelled_value("this option of prctl");
    errno = EINVAL;
    return -1;
}

#define WITHOUT_EFFECT(name, ...)                                                                            \
    int name(__VA_ARGS__)                                                                                    \
    {                                                                                                        \
        return 0;                                                                                            \
    }
WITHOUT_EFFECT(munlockall, void)

// Of whatever processes there are.
int getloadavg(double *to, int count)
{
    enum { MOST = 3 };
    int given = count < MOST ? count : MOST;
    if (given > 0)
        __heddle_unmodelled_input(to, (size_t)given * sizeof *to, "the load of the machine");
    return given;
}

// ---- advice to the allocator, and what it says of itself

int mallopt(int parameter, int value)
{
    (void)parameter, (void)value;
    return 1;
}

int __heddle_choose(int count);

int malloc_trim(size_t padding)
{
    (void)padding;
    return __heddle_choose(2);
}

void malloc_stats(void) {}

#define ALLOCATION(name, type)                                                                               \
    struct name##_facts {                                                                                    \
        type values[10];                                                                                     \
    };                                                                                                       \
    struct name##_facts name(void)                                                                           \
    {                                                                                                        \
        struct name##_facts facts;                                                                           \
        __heddle_unmodelled_input(&facts, sizeof facts, "how much memory the allocator has");                \
        return facts;                                                                                        \
    }
ALLOCATION(mallinfo, int)
ALLOCATION(mallinfo2, size_t)
