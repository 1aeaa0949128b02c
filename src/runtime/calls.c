// <unistd.h>, <sys/syscall.h>: gettid, and system calls by their numbers.
#include "runtime/runtime.h"

typedef unsigned long pthread_t;
pthread_t pthread_self(void);
int getpid(void);
void __heddle_program_end(int status) __attribute__((noreturn));

// Numbers of threads: the process's for main, and others that no two threads share. Identifiers of threads
// (pthread_t) begin a part of the address space of their own (program/layout.h).
int gettid(void)
{
    enum { PART = sizeof(void *) == 8 ? 32 : 22, FIRST = 2 }; // main's part
    return getpid() + (int)((pthread_self() >> PART) - FIRST);
}

int sched_getcpu(void);

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
enum { SCHED_YIELD = 24, GETPID = 39, GETTID = 186, MEMBARRIER = 324 };
#else
enum { GETPID = 20, SCHED_YIELD = 158, GETTID = 224, MEMBARRIER = 375 };
#endif

long syscall(long number, ...)
{
    va_list list;
    va_start(list, number);
    long first = number == MEMBARRIER ? va_arg(list, long) : 0;
    va_end(list);
    switch (number) {
    case SCHED_YIELD: return sched_yield();
    case GETPID: return getpid();
    case GETTID: return gettid();
    case MEMBARRIER: return barrier((int)first);
    }
    __heddle_unmodelled_value("a system call of this number");
    errno = ENOSYS;
    return -1;
}
