// What threads are called, and how they are scheduled: neither has an effect, and both are given back. What
// was given to no thread it has from its creator, or from the system, and is not known here. A program that
// never asks pays nothing for giving: the two questions are constants (src/lower/question.h).
#include "runtime/runtime.h"

typedef unsigned long pthread_t;
pthread_t pthread_self(void);
int __heddle_thread_number(pthread_t thread);
int __heddle_own_number(void);
bool __heddle_names_are_read(void);
bool __heddle_scheduling_is_read(void);

enum { THREADS = 256, NAME_SIZE = 16 };

// By the number of the thread; in atomic sections.
static struct thread {
    bool is_named, is_scheduled;
    char name[NAME_SIZE];
    int policy, priority;
} threads[THREADS];
static bool some_are_scheduled; // by attributes, or by a call for any thread: others may have inherited it
static bool some_are_unknown;   // by the number of another thread: anyone

// What the two questions ask for.
void __runtime_reads_names(void) {}
void __runtime_reads_scheduling(void) {}

// The thread's own entry, or that of another one that has not ended. NULL: there is no telling.
static struct thread *find_thread_entry(pthread_t thread)
{
    int number = thread == pthread_self() ? __heddle_own_number() : __heddle_thread_number(thread);
    if (number >= 0 && number < THREADS)
        return &threads[number];
    __heddle_unmodelled_value("the name or the scheduling of a thread that has ended, or of one too many");
    return NULL;
}

// ---- names

static void set_name(struct thread *thread, const char *name)
{
    char copy[NAME_SIZE] = {0};
    for (int i = 0; i < NAME_SIZE - 1 && name[i]; i++)
        copy[i] = name[i];
    heddle_atomic_begin();
    memcpy(thread->name, copy, NAME_SIZE);
    thread->is_named = true;
    heddle_atomic_end();
}

// Longer ones are cut, as prctl has it.
void __runtime_name_own_thread(const char *name)
{
    struct thread *thread = __heddle_names_are_read() ? find_thread_entry(pthread_self()) : NULL;
    if (thread)
        set_name(thread, name);
}

int pthread_setname_np(pthread_t handle, const char *name)
{
    if (strlen(name) >= NAME_SIZE)
        return ERANGE;
    struct thread *thread = __heddle_names_are_read() ? find_thread_entry(handle) : NULL;
    if (thread)
        set_name(thread, name);
    return 0;
}

int pthread_getname_np(pthread_t handle, char *to, size_t size)
{
    char name[NAME_SIZE];
    __runtime_reads_names();
    if (size < NAME_SIZE)
        return ERANGE;
    const struct thread *thread = find_thread_entry(handle);
    if (!thread)
        return ENOENT;
    heddle_atomic_begin();
    bool is_named = thread->is_named;
    memcpy(name, thread->name, NAME_SIZE);
    heddle_atomic_end();
    if (is_named)
        strcpy(to, name);
    else
        __heddle_unmodelled_input(to, NAME_SIZE, "the name of a thread that was not given one");
    return 0;
}

// ---- scheduling: every request is granted, as it chooses among interleavings that are explored anyway

enum { LEAST_REALTIME = 1, MOST_REALTIME = 99 };

static void set_scheduling(struct thread *thread, const int *policy, int priority)
{
    heddle_atomic_begin();
    if (policy)
        thread->policy = *policy;
    thread->priority = priority;
    thread->is_scheduled = true;
    some_are_scheduled = true;
    heddle_atomic_end();
}

// For what is given by attributes: who has them is not known.
void __runtime_note_scheduling(void)
{
    if (!__heddle_scheduling_is_read())
        return;
    heddle_atomic_begin();
    some_are_scheduled = true;
    heddle_atomic_end();
}

static bool may_be(int policy, int priority)
{
    enum { OTHER, FIRST_IN, ROUND, BATCH, IDLE = 5, NEW = 7 };
    if (policy == NEW)
        __heddle_unmodelled_value("a scheduling policy that only some versions of Linux have");
    if (policy == FIRST_IN || policy == ROUND)
        return priority >= LEAST_REALTIME && priority <= MOST_REALTIME;
    return (policy == OTHER || policy == BATCH || policy == IDLE) && priority == 0;
}

int pthread_setschedparam(pthread_t handle, int policy, const int *priority)
{
    int wanted = *priority;
    if (!may_be(policy, wanted))
        return EINVAL;
    struct thread *thread = __heddle_scheduling_is_read() ? find_thread_entry(handle) : NULL;
    if (thread)
        set_scheduling(thread, &policy, wanted);
    return 0;
}

int pthread_getschedparam(pthread_t handle, int *policy, int *priority)
{
    __runtime_reads_scheduling();
    const struct thread *thread = find_thread_entry(handle);
    if (!thread)
        return ENOENT;
    heddle_atomic_begin();
    struct thread found = *thread;
    bool is_known = (thread->is_scheduled || !some_are_scheduled) && !some_are_unknown;
    heddle_atomic_end();
    if (!is_known)
        __heddle_unmodelled("the scheduling of a thread that may have inherited it");
    *policy = found.policy;
    *priority = found.priority;
    return 0;
}

int pthread_setschedprio(pthread_t handle, int priority)
{
    if (priority < 0 || priority > MOST_REALTIME) // of no policy
        return EINVAL;
    if (!__heddle_scheduling_is_read())
        return 0;
    int policy, before, error = pthread_getschedparam(handle, &policy, &before);
    if (!error)
        error = pthread_setschedparam(handle, policy, &priority);
    return error;
}

// ---- by the number of a thread, which is a process's own for main

int gettid(void);

static bool is_own(int number)
{
    return number == 0 || number == gettid();
}

static void note_unknown(void)
{
    heddle_atomic_begin();
    some_are_unknown = true;
    heddle_atomic_end();
}

int sched_setscheduler(int number, int policy, const int *priority)
{
    enum { RESET_ON_FORK = 0x40000000 };
    int wanted = *priority;
    if (number < 0 || policy < 0 || !may_be(policy & ~RESET_ON_FORK, wanted)) {
        errno = EINVAL;
        return -1;
    }
    if (!__heddle_scheduling_is_read())
        return 0;
    if (!is_own(number))
        note_unknown();
    else
        set_scheduling(find_thread_entry(pthread_self()), &policy, wanted);
    return 0;
}

// False: there is none of that number.
static bool get_own(int number, int *policy, int *priority)
{
    if (number < 0) {
        errno = EINVAL;
        return false;
    }
    if (!is_own(number))
        __heddle_unmodelled("how another thread, or process, is scheduled");
    pthread_getschedparam(pthread_self(), policy, priority);
    return true;
}

int sched_getscheduler(int number)
{
    int policy, priority;
    return get_own(number, &policy, &priority) ? policy : -1;
}

int sched_getparam(int number, int *priority)
{
    int policy;
    return get_own(number, &policy, priority) ? 0 : -1;
}

int sched_setparam(int number, const int *priority)
{
    int policy, before;
    if (*priority < 0 || *priority > MOST_REALTIME) { // of no policy
        errno = EINVAL;
        return -1;
    }
    if (number >= 0 && !__heddle_scheduling_is_read())
        return 0;
    return get_own(number, &policy, &before) ? sched_setscheduler(number, policy, priority) : -1;
}
