// <unistd.h>, <sched.h> and relatives: what a program asks about the system it runs on.
#include "runtime/runtime.h"

enum { PROCESS = 1000, PARENT = 999, PAGE = 4096, PROCESSORS = 4 };

typedef unsigned long pthread_t;
pthread_t pthread_self(void);

int getpid(void)
{
    return PROCESS;
}

int getppid(void)
{
    return PARENT;
}

// The process leads its group, as one that a shell starts. Its session has another leader.
int getpgrp(void)
{
    return PROCESS;
}

int getpgid(int process)
{
    if (process == 0 || process == PROCESS)
        return PROCESS;
    if (process > 0)
        __heddle_unmodelled_value("getpgid of another process");
    errno = ESRCH;
    return -1;
}

int getsid(int process)
{
    if (process == 0 || process == PROCESS)
        return PARENT;
    if (process > 0)
        __heddle_unmodelled_value("getsid of another process");
    errno = ESRCH;
    return -1;
}

// It may be put where it is.
int setpgid(int process, int group)
{
    if (process == 0)
        process = PROCESS;
    if (group == 0)
        group = process;
    if (group < 0) {
        errno = EINVAL;
        return -1;
    }
    if (process == PROCESS && group == PROCESS)
        return 0;
    if (process > 0)
        __heddle_unmodelled_value("setpgid of another process, or to another group");
    errno = process > 0 ? EPERM : ESRCH;
    return -1;
}

int setpgrp(void)
{
    return setpgid(0, 0);
}

// The leader of a group cannot leave it.
int setsid(void)
{
    errno = EPERM;
    return -1;
}

bool __heddle_limits_are_set(void);
unsigned __runtime_descriptor_limit(void);

int getdtablesize(void)
{
    unsigned most = 1024;
    if (__heddle_limits_are_set()) {
        heddle_atomic_begin();
        most = __runtime_descriptor_limit();
        heddle_atomic_end();
    }
    return (int)most;
}

int getpagesize(void)
{
    return PAGE;
}

int get_nprocs(void)
{
    return PROCESSORS;
}

int get_nprocs_conf(void)
{
    return PROCESSORS;
}

// Numbers of glibc's <bits/confname.h>.
static const struct {
    int name;
    long value;
} configuration[] = {
    {0, 2097152},     // _SC_ARG_MAX
    {1, 65536},       // _SC_CHILD_MAX
    {2, 100},         // _SC_CLK_TCK
    {3, 65536},       // _SC_NGROUPS_MAX
    {5, 16},          // _SC_STREAM_MAX
    {7, 1},           // _SC_JOB_CONTROL
    {8, 1},           // _SC_SAVED_IDS
    {9, 200809},      // _SC_REALTIME_SIGNALS
    {10, 200809},     // _SC_PRIORITY_SCHEDULING
    {11, 200809},     // _SC_TIMERS
    {12, 200809},     // _SC_ASYNCHRONOUS_IO
    {13, 200809},     // _SC_PRIORITIZED_IO
    {14, 200809},     // _SC_SYNCHRONIZED_IO
    {15, 200809},     // _SC_FSYNC
    {16, 200809},     // _SC_MAPPED_FILES
    {17, 200809},     // _SC_MEMLOCK
    {18, 200809},     // _SC_MEMLOCK_RANGE
    {19, 200809},     // _SC_MEMORY_PROTECTION
    {20, 200809},     // _SC_MESSAGE_PASSING
    {21, 200809},     // _SC_SEMAPHORES
    {22, 200809},     // _SC_SHARED_MEMORY_OBJECTS
    {23, -1},         // _SC_AIO_LISTIO_MAX
    {24, -1},         // _SC_AIO_MAX
    {25, 20},         // _SC_AIO_PRIO_DELTA_MAX
    {26, INT_MAX},    // _SC_DELAYTIMER_MAX
    {27, -1},         // _SC_MQ_OPEN_MAX
    {28, 32768},      // _SC_MQ_PRIO_MAX
    {29, 200809},     // _SC_VERSION
    {30, PAGE},       // _SC_PAGESIZE
    {31, 32},         // _SC_RTSIG_MAX
    {32, -1},         // _SC_SEM_NSEMS_MAX
    {33, INT_MAX},    // _SC_SEM_VALUE_MAX
    {35, -1},         // _SC_TIMER_MAX
    {43, 2048},       // _SC_LINE_MAX
    {44, 32767},      // _SC_RE_DUP_MAX
    {46, 200809},     // _SC_2_VERSION
    {60, 1024},       // _SC_IOV_MAX
    {67, 200809},     // _SC_THREADS
    {68, 200809},     // _SC_THREAD_SAFE_FUNCTIONS
    {69, 1024},       // _SC_GETGR_R_SIZE_MAX
    {70, 1024},       // _SC_GETPW_R_SIZE_MAX
    {71, 256},        // _SC_LOGIN_NAME_MAX
    {72, 32},         // _SC_TTY_NAME_MAX
    {73, 4},          // _SC_THREAD_DESTRUCTOR_ITERATIONS
    {74, 1024},       // _SC_THREAD_KEYS_MAX
    {75, 16384},      // _SC_THREAD_STACK_MIN
    {76, -1},         // _SC_THREAD_THREADS_MAX
    {77, 200809},     // _SC_THREAD_ATTR_STACKADDR
    {78, 200809},     // _SC_THREAD_ATTR_STACKSIZE
    {79, 200809},     // _SC_THREAD_PRIORITY_SCHEDULING
    {80, 200809},     // _SC_THREAD_PRIO_INHERIT
    {81, 200809},     // _SC_THREAD_PRIO_PROTECT
    {82, 200809},     // _SC_THREAD_PROCESS_SHARED
    {83, PROCESSORS}, // _SC_NPROCESSORS_CONF
    {84, PROCESSORS}, // _SC_NPROCESSORS_ONLN
    {85, 262144},     // _SC_PHYS_PAGES
    {86, 131072},     // _SC_AVPHYS_PAGES
    {87, INT_MAX},    // _SC_ATEXIT_MAX
    {89, 700},        // _SC_XOPEN_VERSION
    {101, 8},         // _SC_CHAR_BIT
    {104, INT_MAX},   // _SC_INT_MAX
    {132, 200809},    // _SC_ADVISORY_INFO
    {133, 200809},    // _SC_BARRIERS
    {137, 200809},    // _SC_CLOCK_SELECTION
    {138, 200809},    // _SC_CPUTIME
    {139, 200809},    // _SC_THREAD_CPUTIME
    {149, 200809},    // _SC_MONOTONIC_CLOCK
    {153, 200809},    // _SC_READER_WRITER_LOCKS
    {154, 200809},    // _SC_SPIN_LOCKS
    {155, 1},         // _SC_REGEXP
    {157, 1},         // _SC_SHELL
    {159, 200809},    // _SC_SPAWN
    {161, -1},        // _SC_THREAD_SPORADIC_SERVER
    {164, 200809},    // _SC_TIMEOUTS
    {173, -1},        // _SC_SYMLOOP_MAX
    {180, 64},        // _SC_HOST_NAME_MAX
    {185, 32768},     // _SC_LEVEL1_ICACHE_SIZE
    {188, 32768},     // _SC_LEVEL1_DCACHE_SIZE
    {190, 64},        // _SC_LEVEL1_DCACHE_LINESIZE
    {191, 1048576},   // _SC_LEVEL2_CACHE_SIZE
    {194, 8388608},   // _SC_LEVEL3_CACHE_SIZE
    {235, 200809},    // _SC_IPV6
    {236, 200809},    // _SC_RAW_SOCKETS
    {247, -1},        // _SC_THREAD_ROBUST_PRIO_INHERIT
    {248, -1},        // _SC_THREAD_ROBUST_PRIO_PROTECT
    {249, 1776},      // _SC_MINSIGSTKSZ
    {250, 8192},      // _SC_SIGSTKSZ
};

long sysconf(int name)
{
    enum { UNKNOWN_NAMES = 512, OPEN_MAX = 4 }; // of this and later versions of glibc
    if (name == OPEN_MAX)
        return getdtablesize();
    for (size_t i = 0; i < sizeof configuration / sizeof *configuration; i++)
        if (configuration[i].name == name)
            return configuration[i].value;
    if (name >= 0 && name < UNKNOWN_NAMES)
        __heddle_unmodelled_value("sysconf of this name");
    errno = EINVAL;
    return -1;
}

static long unknown_limit(const char *what)
{
    long value = 0;
    __heddle_unmodelled_input(&value, sizeof value, what);
    return value;
}

static long limit_of_files(int name)
{
    enum { LINKS, LINE, INPUT, NAME, PATH, PIPE, OWNERS, CUTS, DISABLES, LAST = 20 };
    enum { TERMINAL_LINE = 255, MOST_NAME = 255, MOST_PATH = 4096, MOST_IN_PIPE = 4096 };
    switch (name) {
    case LINE:
    case INPUT: return TERMINAL_LINE;
    case NAME: return MOST_NAME;
    case PATH: return MOST_PATH;
    case PIPE: return MOST_IN_PIPE;
    case OWNERS:
    case CUTS: return 1;
    case DISABLES: return 0;
    }
    if (name >= 0 && name <= LAST)
        return unknown_limit("this limit of a file system");
    errno = EINVAL;
    return -1;
}

int access(const char *path, int mode);
int fcntl(int descriptor, int command, ...);

long pathconf(const char *path, int name)
{
    return access(path, 0) ? -1 : limit_of_files(name);
}

long fpathconf(int descriptor, int name)
{
    enum { GET_FLAGS = 1 };
    return fcntl(descriptor, GET_FLAGS) < 0 ? -1 : limit_of_files(name);
}

// glibc's own name of it, which programs find in its objects.
long __sysconf(int name)
{
    return sysconf(name);
}

// Scheduling only gives one of the interleavings that are explored anyway: every request is granted.
enum { REALTIME_LEAST = 1, REALTIME_MOST = 99 };

static bool is_realtime(int policy)
{
    return policy == 1 || policy == 2;
}

// SCHED_OTHER, FIFO, RR, BATCH, IDLE and DEADLINE; newer versions of Linux have one more.
static bool is_policy(int policy)
{
    enum { LAST = 6, HOLE = 4, NEW = 7 };
    if (policy == NEW)
        __heddle_unmodelled_value("a scheduling policy that only some versions of Linux have");
    return policy >= 0 && policy <= LAST && policy != HOLE;
}

int sched_get_priority_max(int policy)
{
    if (!is_policy(policy)) {
        errno = EINVAL;
        return -1;
    }
    return is_realtime(policy) ? REALTIME_MOST : 0;
}

int sched_get_priority_min(int policy)
{
    if (!is_policy(policy)) {
        errno = EINVAL;
        return -1;
    }
    return is_realtime(policy) ? REALTIME_LEAST : 0;
}

// How long a thread goes on before another one of its priority may: of the machine, and no interleaving
// depends on it.
int sched_rr_get_interval(int process, struct timespec *to)
{
    if (process < 0) {
        errno = EINVAL;
        return -1;
    }
    if (process != 0 && process != PROCESS) {
        __heddle_unmodelled_value("sched_rr_get_interval of another thread, or process");
        errno = ESRCH;
        return -1;
    }
    __heddle_unmodelled_input(to, sizeof *to, "how long the system lets a thread go on");
    return 0;
}

int __sched_cpucount(size_t size, const void *set)
{
    const unsigned char *bytes = set;
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(bytes[i]);
    return count;
}

// CPU_ALLOC and CPU_FREE: whole words.
void *__sched_cpualloc(size_t count)
{
    size_t bits = 8 * sizeof(unsigned long);
    return malloc((count + bits - 1) / bits * sizeof(unsigned long));
}

void __sched_cpufree(void *set)
{
    free(set);
}

// How nice the process is when it starts, and whether it may be less so, is not known.
int nice(int change)
{
    int result = 0;
    (void)change;
    __heddle_unmodelled_input(&result, sizeof result, "how nice the process is");
    return result;
}

static bool is_which(int which)
{
    enum { PROCESSES, USERS = 2 };
    if (which >= PROCESSES && which <= USERS)
        return true;
    errno = EINVAL;
    return false;
}

int getpriority(int which, unsigned who)
{
    int result = -1;
    (void)who;
    if (is_which(which))
        __heddle_unmodelled_input(&result, sizeof result, "how nice the process is");
    return result;
}

int setpriority(int which, unsigned who, int priority)
{
    (void)who;
    (void)priority;
    return is_which(which) ? 0 : -1;
}

// Byte order of networks.
uint32_t htonl(uint32_t value)
{
    return __builtin_bswap32(value);
}

uint32_t ntohl(uint32_t value)
{
    return __builtin_bswap32(value);
}

uint16_t htons(uint16_t value)
{
    return __builtin_bswap16(value);
}

uint16_t ntohs(uint16_t value)
{
    return __builtin_bswap16(value);
}

// Memory, from what the machine models.
void *aligned_alloc(size_t alignment, size_t size);

void *valloc(size_t size)
{
    return aligned_alloc(PAGE, size);
}

void *pvalloc(size_t size)
{
    return aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);
}

void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}
