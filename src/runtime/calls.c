// <unistd.h>, <sys/syscall.h>: gettid, and system calls by their numbers.
#include "runtime/futex.h"

typedef unsigned long pthread_t;
pthread_t pthread_self(void);
int __heddle_own_number(void);
int getpid(void);
int __runtime_close(int descriptor);

// Numbers of threads: the process's for main, and others that no two threads share. (Identifiers, pthread_t,
// come back. A thread whose identifier is not known has no number, either.)
int gettid(void)
{
    pthread_self();
    return getpid() + __heddle_own_number();
}

int sched_getcpu(void);
ptrdiff_t getrandom(void *at, size_t size, unsigned flags);

// Every memory access is ordered here: what membarrier adds is a fence.
static long barrier(int command)
{
    enum { QUERY = 0, ALL = 0x1ff };
    if (command == QUERY)
        return ALL;
    __c11_atomic_thread_fence(__ATOMIC_SEQ_CST);
    return 0;
}

#if __SIZEOF_POINTER__ == 8
enum {
    CLOSE = 3,
    SCHED_YIELD = 24,
    GETPID = 39,
    GETTID = 186,
    FUTEX = 202,
    GETRANDOM = 318,
    MEMBARRIER = 324
};
#else
enum {
    CLOSE = 6,
    GETPID = 20,
    SCHED_YIELD = 158,
    GETTID = 224,
    FUTEX = 240,
    GETRANDOM = 355,
    MEMBARRIER = 375
};
#endif

// Variables with an address are made in functions of their own: a round of a loop that waits makes none.
static long requeue_equal(const uint32_t *word, int operation, int count, int most, const uint32_t *target,
                          uint32_t value)
{
    return __runtime_futex_requeue(word, operation, count, most, target, &value);
}

static long futex(const uint32_t *word, int operation, uint32_t value, long time, const uint32_t *target,
                  uint32_t last)
{
    const struct timespec *moment = (const struct timespec *)time;
    switch (operation & ~(FUTEX_PRIVATE | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT: return __runtime_futex_wait(word, operation, value, moment, UINT32_MAX);
    case FUTEX_WAIT_BITSET: return __runtime_futex_wait(word, operation, value, moment, last);
    case FUTEX_WAKE: return __runtime_futex_wake(word, operation, (int)value, UINT32_MAX);
    case FUTEX_WAKE_BITSET: return __runtime_futex_wake(word, operation, (int)value, last);
    case FUTEX_REQUEUE: return __runtime_futex_requeue(word, operation, (int)value, (int)time, target, NULL);
    case FUTEX_CMP_REQUEUE: return requeue_equal(word, operation, (int)value, (int)time, target, last);
    }
    __heddle_unmodelled_value("this operation of futex");
    errno = ENOSYS;
    return -1;
}

// All calls of `syscall` by its name (src/lower/builtins.c); arguments that are not there are 0.
long __runtime_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    switch (number) {
    case CLOSE: return __runtime_close((int)a);
    case SCHED_YIELD: return sched_yield();
    case GETPID: return getpid();
    case GETTID: return gettid();
    case FUTEX: return futex((const uint32_t *)a, (int)b, (uint32_t)c, d, (const uint32_t *)e, (uint32_t)f);
    case GETRANDOM: return getrandom((void *)a, (size_t)b, (unsigned)c);
    case MEMBARRIER: return barrier((int)a);
    }
    __heddle_unmodelled_value("a system call of this number");
    errno = ENOSYS;
    return -1;
}

// Called through a pointer: what takes no arguments.
long syscall(long number, ...)
{
    if (number == CLOSE || number == FUTEX || number == GETRANDOM || number == MEMBARRIER)
        number = -1;
    return __runtime_syscall(number, 0, 0, 0, 0, 0, 0);
}
