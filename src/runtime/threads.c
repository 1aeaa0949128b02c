// POSIX and C11 threads: what is left of them beside the machine's natives.
#include "runtime/runtime.h"

typedef unsigned long pthread_t;
pthread_t pthread_self(void);

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

int thrd_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

// A clock of processor time: of the calling thread and no other one.
int pthread_getcpuclockid(pthread_t thread, clockid_t *to)
{
    enum { OWN = 3 }; // CLOCK_THREAD_CPUTIME_ID
    if (thread != pthread_self()) {
        __heddle_unmodelled_value("pthread_getcpuclockid of another thread");
        return ESRCH;
    }
    *to = OWN;
    return 0;
}

static _Atomic(int) concurrency; // a hint, which is only remembered

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return EINVAL;
    __c11_atomic_store(&concurrency, level, __ATOMIC_RELAXED);
    return 0;
}

int pthread_getconcurrency(void)
{
    return __c11_atomic_load(&concurrency, __ATOMIC_RELAXED);
}

bool __runtime_shares_with_children;

static void note_handlers(void)
{
    if (__heddle_processes_are_made())
        __runtime_shares_with_children = true;
}

// Where the program calls fork, that has no model then.
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    note_handlers();
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library)
{
    note_handlers();
    (void)prepare;
    (void)parent;
    (void)child;
    (void)library;
    return 0;
}

// The thread pointer of the ABI (__builtin_thread_pointer): an address of each thread's own, where it is
// stored itself.
void *__runtime_thread_pointer(void)
{
    static _Thread_local void *self;
    self = &self;
    return &self;
}

// The address in the segment of each thread's own data (%fs, with 32 bits %gs) at so many bytes from its
// start. Only the first word has a meaning that programs share: the thread pointer.
void *__runtime_thread_address(void *offset)
{
    if (offset)
        __heddle_unmodelled("the thread's own data by %fs or %gs, beyond the first word");
    return __runtime_thread_pointer();
}

// glibc allows it to be false whenever it likes: the program then does what it does with several threads.
char __libc_single_threaded;
