// <sched.h>: the processors that threads may run on. A thread runs on any of those of its mask, which it
// keeps; a new thread has the mask of its creator. A program that never asks pays nothing for giving one: the
// question is a constant (src/lower/question.h).
#include "runtime/runtime.h"

typedef unsigned long pthread_t;
pthread_t pthread_self(void);
int gettid(void);
int __heddle_thread_number(pthread_t thread);
int __heddle_own_number(void);
int __heddle_choose(int count);
bool __heddle_affinity_is_read(void);

enum { THREADS = 256, PROCESSORS = 4, ALL = (1 << PROCESSORS) - 1, OTHER = -1 };

// By the number of the thread; in atomic sections. 0: it was given no mask.
static unsigned char masks[THREADS];
static bool some_are_set;     // others may have inherited it
static bool some_are_unknown; // by the number of another thread: anyone

// What the question asks for.
void __runtime_reads_affinity(void) {}

static int affinity_thread_number(pthread_t thread)
{
    int number = thread == pthread_self() ? __heddle_own_number() : __heddle_thread_number(thread);
    if (number < 0 || number >= THREADS)
        __heddle_unmodelled("the processors of a thread that has ended, or of one too many");
    return number;
}

// Of the calls that take the number of a thread as the system has it.
static int number_of_process(int process)
{
    return process == 0 || process == gettid() ? affinity_thread_number(pthread_self()) : OTHER;
}

// Returns an error number. Processors that there are not are left out.
static int set_mask(int number, size_t size, const unsigned char *set)
{
    unsigned char mask = size ? *set & ALL : 0;
    if (!mask)
        return EINVAL;
    if (!__heddle_affinity_is_read())
        return 0;
    heddle_atomic_begin();
    some_are_set = true;
    if (number == OTHER)
        some_are_unknown = true;
    else
        masks[number] = mask;
    heddle_atomic_end();
    return 0;
}

static unsigned mask_of(int number)
{
    heddle_atomic_begin();
    bool is_known = number != OTHER && !some_are_unknown && (masks[number] || !some_are_set);
    unsigned mask = is_known && masks[number] ? masks[number] : ALL;
    heddle_atomic_end();
    if (!is_known)
        __heddle_unmodelled("the processors of a thread that may have inherited them");
    return mask;
}

// Linux takes whole words, and needs room for all processors.
static int get_mask(int number, size_t size, void *set)
{
    if (size == 0 || size % sizeof(long))
        return EINVAL;
    memset(set, 0, size);
    *(unsigned char *)set = (unsigned char)mask_of(number);
    return 0;
}

// Of attributes: who has them is not known.
void __runtime_note_affinity(void)
{
    if (!__heddle_affinity_is_read())
        return;
    heddle_atomic_begin();
    some_are_set = true;
    heddle_atomic_end();
}

static int affinity_result(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

int sched_setaffinity(int process, size_t size, const void *set)
{
    return affinity_result(
        set_mask(__heddle_affinity_is_read() ? number_of_process(process) : OTHER, size, set));
}

int sched_getaffinity(int process, size_t size, void *set)
{
    __runtime_reads_affinity();
    return affinity_result(get_mask(number_of_process(process), size, set));
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const void *set)
{
    return set_mask(__heddle_affinity_is_read() ? affinity_thread_number(thread) : OTHER, size, set);
}

int pthread_getaffinity_np(pthread_t thread, size_t size, void *set)
{
    __runtime_reads_affinity();
    return get_mask(affinity_thread_number(thread), size, set);
}

// Any of the mask.
int sched_getcpu(void)
{
    __runtime_reads_affinity();
    unsigned mask = mask_of(affinity_thread_number(pthread_self()));
    int skipped = __heddle_choose(__builtin_popcount(mask));
    for (; skipped; skipped--)
        mask &= mask - 1;
    return __builtin_ctz(mask);
}

int getcpu(unsigned *processor, unsigned *node)
{
    if (processor)
        *processor = (unsigned)sched_getcpu();
    if (node)
        *node = 0;
    return 0;
}
