// Threads: their numbers, and what orders their beginning and end.
#include "record/recorder.h"
#include "record/steer.h"
#include "record/window.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void __libc_free(void *block);

// ---- which thread a handle stands for

// glibc gives the handles of threads that are gone to new ones: a slot keeps its handle, and gets the new
// number, which is higher. Both the thread itself and its creator tell it, before anybody can have it from
// them to join the thread.
enum { HANDLES = 131072 };
struct handle {
    uint64_t handle; // 0: free
    uint32_t number;
};
static struct handle *handles;
static uint8_t handles_lock;
static pthread_key_t end_key;

static struct handle *find_handle(uint64_t handle)
{
    uint64_t k = (handle >> 6) * UINT64_C(0x9e3779b97f4a7c15) >> 47; // 17 bits
    for (uint32_t i = 0; i < HANDLES; i++) {
        struct handle *at = &handles[(k + i) % HANDLES];
        if (at->handle == handle || !at->handle)
            return at;
    }
    return NULL;
}

static void note_handle(uint64_t handle, uint32_t number)
{
    recorder_lock(&handles_lock);
    struct handle *at = handles ? find_handle(handle) : NULL;
    if (at && (!at->handle || at->number == RECORDER_NO_THREAD || at->number < number))
        *at = (struct handle){handle, number};
    recorder_unlock(&handles_lock);
    if (!at)
        recorder_cut();
}

static bool number_of_handle(uint64_t handle, uint32_t *number)
{
    recorder_lock(&handles_lock);
    const struct handle *at = handles ? find_handle(handle) : NULL;
    bool known = at && at->handle == handle;
    *number = known ? at->number : 0;
    recorder_unlock(&handles_lock);
    return known;
}

void threads_renumber(uint32_t (*number_now)(uint32_t))
{
    recorder_lock(&handles_lock);
    for (uint32_t i = 0; handles && i < HANDLES; i++)
        if (handles[i].handle)
            handles[i].number = number_now(handles[i].number);
    recorder_unlock(&handles_lock);
}

// What a thread that asks whether another one has ended looks at.
static const void *handle_object(uint64_t handle)
{
    return (const void *)handle; // NOLINT(performance-no-int-to-ptr)
}

// ---- their beginning and end

void threads_find_stack(const void **stack, uint64_t *size)
{
    pthread_attr_t attributes;
    void *start = NULL;
    size_t bytes = 0;
    recorder_self.quiet++;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &start, &bytes) != 0)
            bytes = 0;
        pthread_attr_destroy(&attributes);
    }
    recorder_self.quiet--;
    *stack = bytes ? start : NULL;
    *size = bytes;
}

static void end_this_thread(void)
{
    recorder_sync(RECORDED_SYNCHRONISE, 0, 0, handle_object((uint64_t)pthread_self()));
    recorder_end_thread();
}

// The thread's last event comes after the program's destructors of thread-specific data, which run in several
// rounds.
static void count_round(void *self)
{
    if (++recorder_self.rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
        pthread_setspecific(end_key, self);
    else
        end_this_thread();
}

// Another thread of the parent may have had the lock.
static void leave_child(void)
{
    recorder_unlock(&handles_lock);
    recorder_leave();
}

// The program's keys have the numbers that they have without the library, which decide in which order their
// destructors run: it takes a high one. (The values of up to 32 keys are in the C library's own memory.)
static void create_end_key(void)
{
    enum { BEFORE = 31 };
    pthread_key_t before[BEFORE];
    int count = 0;
    while (count < BEFORE && pthread_key_create(&before[count], NULL) == 0)
        count++;
    pthread_key_create(&end_key, count_round);
    while (count > 0)
        pthread_key_delete(before[--count]);
}

void threads_start(void)
{
    void *memory = mmap(NULL, HANDLES * sizeof *handles, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    handles = memory == MAP_FAILED ? NULL : memory;
    create_end_key();
    pthread_atfork(NULL, NULL, leave_child);
    pthread_setspecific(end_key, &end_key);
    if (handles)
        note_handle((uint64_t)pthread_self(), 0);
}

struct beginning {
    void *(*routine)(void *);
    int (*function)(void *); // C11's
    void *argument;
    uint32_t number;
    bool unborn; // it was told to window_unborn
};

static struct beginning begin_this_thread(struct beginning *given)
{
    struct beginning own = *given;
    const void *stack;
    uint64_t size;
    recorder_self.quiet++;
    __libc_free(given);
    threads_find_stack(&stack, &size);
    note_handle((uint64_t)pthread_self(), own.number);
    recorder_self.state = RECORDER_OFF; // unless it begins
    // NOLINTNEXTLINE(bugprone-casting-through-void): a function's address
    const void *routine = own.routine ? (const void *)own.routine : (const void *)own.function;
    recorder_begin_thread(own.number, outside_is(routine) ? RECORDED_LIBRARY : 0, stack, size);
    // A number of its own says when the thread began: long after it was created, perhaps, in memory that
    // another thread still had then.
    recorder_sync(RECORDED_SYNCHRONISE, 0, 0, (const void *)(uintptr_t)own.number); // NOLINT
    pthread_setspecific(end_key, &end_key);
    recorder_self.quiet--;
    if (recorder_self.calls)
        window_pause();
    return own;
}

static void *run_routine(void *given)
{
    struct beginning own = begin_this_thread(given);
    return own.routine(own.argument);
}

static int run_function(void *given)
{
    struct beginning own = begin_this_thread(given);
    return own.function(own.argument);
}

// NULL: this thread's doings are not recorded, so those of the new one cannot be.
static struct beginning *prepare_beginning(struct beginning beginning, const void *handle, unsigned size)
{
    struct beginning *copy = recorder_follows() ? __libc_malloc(sizeof *copy) : NULL;
    if (!copy) {
        recorder_cut();
        return NULL;
    }
    window_forbid();
    beginning.number = recorder_new_thread();
    beginning.unborn = window_attends();
    if (beginning.unborn)
        window_unborn(1);
    *copy = beginning;
    recorder_event(RECORDED_WRITE, RECORDED_NO_VALUE, size, handle, 0);            // before the thread runs
    recorder_sync(RECORDED_FORK, 0, 0, (const void *)(uintptr_t)beginning.number); // NOLINT
    return copy;
}

static void created(struct beginning *beginning, uint32_t number, bool failed, uint64_t handle)
{
    if (failed) {
        recorder_sync(RECORDED_FORK_FAILED, 0, 0, (const void *)(uintptr_t)number); // NOLINT
        if (beginning->unborn)
            window_unborn(-1);
        __libc_free(beginning);
    } else
        note_handle(handle, number);
    window_allow();
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                   void *argument)
{
    struct beginning *beginning = prepare_beginning(
        (struct beginning){.routine = routine, .argument = argument}, thread, sizeof *thread);
    if (!beginning)
        return REAL(pthread_create)(thread, attributes, routine, argument);
    uint32_t number = beginning->number;
    recorder_self.quiet++;
    int failed = REAL(pthread_create)(thread, attributes, run_routine, beginning);
    recorder_self.quiet--;
    created(beginning, number, failed != 0, failed ? 0 : (uint64_t)*thread);
    return failed;
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    struct beginning *beginning = prepare_beginning(
        (struct beginning){.function = function, .argument = argument}, thread, sizeof *thread);
    if (!beginning)
        return REAL(thrd_create)(thread, function, argument);
    uint32_t number = beginning->number;
    recorder_self.quiet++;
    int result = REAL(thrd_create)(thread, run_function, beginning);
    recorder_self.quiet--;
    created(beginning, number, result != thrd_success, result != thrd_success ? 0 : (uint64_t)*thread);
    return result;
}

static int record_join(int error, uint64_t handle, bool known, const void *to, unsigned size)
{
    uint32_t number = recorder_self.joins;
    recorder_self.joins = RECORDER_NO_THREAD;
    if (error == 0 && !known)
        recorder_cut(); // somebody has guessed the handle
    else if (error == 0) {
        window_forbid();
        if (number == RECORDER_NO_THREAD && recorder_on())
            number = recorder_new_thread(); // it has ended before this part of the recording
        recorder_sync(RECORDED_JOIN, 0, 0, (const void *)(uintptr_t)number); // NOLINT
        if (to)
            recorder_event(RECORDED_WRITE, RECORDED_NO_VALUE, size, to, 0);
        window_allow();
    } else if (error == EBUSY || error == ETIMEDOUT)
        recorder_sync(RECORDED_SYNCHRONISE, RECORDED_TRIES, 0, handle_object(handle));
    return error;
}

#define JOINING(name, thread, parameters, arguments)                                                         \
    int name parameters                                                                                      \
    {                                                                                                        \
        bool known = number_of_handle((uint64_t)(thread), &recorder_self.joins);                             \
        if (steering)                                                                                        \
            steer_gate();                                                                                    \
        window_pause();                                                                                      \
        int failed = REAL(name) arguments;                                                                   \
        window_resume();                                                                                     \
        return record_join(failed, (uint64_t)(thread), known, result, sizeof *result);                       \
    }
JOINING(pthread_join, thread, (pthread_t thread, void **result), (thread, result))
JOINING(pthread_tryjoin_np, thread, (pthread_t thread, void **result), (thread, result))
JOINING(pthread_timedjoin_np, thread, (pthread_t thread, void **result, const struct timespec *until),
        (thread, result, until))
JOINING(pthread_clockjoin_np, thread,
        (pthread_t thread, void **result, clockid_t clock, const struct timespec *until),
        (thread, result, clock, until))
JOINING(thrd_join, thread, (thrd_t thread, int *result), (thread, result))

// A thread that is cancelled ends wherever it is, and runs the handlers for that: it is not known where.
int pthread_cancel(pthread_t thread)
{
    recorder_cut();
    return REAL(pthread_cancel)(thread);
}

// ---- threads and processes that are made without what is above

// The child may be a thread of which nothing is known, or a process with this thread's state.
int clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
    va_list more;
    va_start(more, argument);
    void *parent = va_arg(more, void *), *own = va_arg(more, void *), *child = va_arg(more, void *);
    va_end(more);
    recorder_cut();
    recorder_on(); // this thread learns of it, too
    return REAL(clone)(function, stack, flags, argument, parent, own, child);
}

pid_t _Fork(void)
{
    pid_t child = REAL(_Fork)();
    if (child == 0)
        leave_child();
    return child;
}

// A thread may end without its destructors, by the kernel's call: its memory is gone then, where the next
// part of a recording would look for it. A child that shares the process's memory ends no thread of it.
static void end_by_kernel_call(void)
{
    if (recorder_self.state != RECORDER_RECORDING || !recorder_is_process())
        return;
    window_resume();
    end_this_thread();
}

// This library's own calls come here, too, also before the recording has begun.
long syscall(long number, ...)
{
    long arguments[6];
    va_list more;
    va_start(more, number);
    for (unsigned i = 0; i < 6; i++)
        arguments[i] = va_arg(more, long);
    va_end(more);
    if (number == SYS_exit)
        end_by_kernel_call();
    register long fourth __asm__("r10") = arguments[3];
    register long fifth __asm__("r8") = arguments[4];
    register long sixth __asm__("r9") = arguments[5];
    long result = number;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]), "r"(fourth), "r"(fifth),
                       "r"(sixth)
                     : "rcx", "r11", "memory");
    if (result >= -4095 && result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}
