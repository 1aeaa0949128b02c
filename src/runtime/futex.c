// futex(2), by syscall: the operations that lock-free code uses. The machine lets threads wait
// (machine/native_futex.c).
#include "runtime/futex.h"

enum { SET_WORDS = 4 }; // a bit a thread

// Who waits for words whose addresses come to the same number: these share a queue, which costs only
// interleavings. A private operation and a shared one on the same word have different queues: Linux names a
// private futex otherwise than a shared one, and neither wakes who waits for the other.
enum { QUEUES = 64 };
static struct futex {
    uint64_t threads[SET_WORDS];
} private_queues[QUEUES], shared_queues[QUEUES];

int __heddle_futex_wait(const uint32_t *word, uint32_t value, uint32_t bits, struct futex *queue,
                        const struct timespec *time, int clock);
int __heddle_futex_wake(const uint32_t *word, unsigned count, uint32_t bits, struct futex *queue);
int __heddle_futex_requeue(const uint32_t *word, unsigned count, const uint32_t *value, struct futex *queue,
                           const uint32_t *target, unsigned most, struct futex *to);

static struct futex *queue_of(const uint32_t *word, int operation)
{
    struct futex *queues = operation & FUTEX_PRIVATE ? private_queues : shared_queues;
    return &queues[(uintptr_t)word / sizeof *word % QUEUES];
}

static long fail_futex(int error)
{
    errno = error;
    return -1;
}

enum { REALTIME = 0, MONOTONIC = 1 };

static int wait_futex_until(const uint32_t *word, int operation, uint32_t value, struct timespec time,
                            uint32_t bits)
{
    int clock = operation & FUTEX_CLOCK_REALTIME ? REALTIME : MONOTONIC;
    if (time.tv_sec < 0 || (unsigned long)time.tv_nsec >= 1000000000)
        return EINVAL;
    if ((operation & FUTEX_COMMAND) == FUTEX_WAIT)
        time = __runtime_deadline(&time, clock);
    return __heddle_futex_wait(word, value, bits, queue_of(word, operation), &time, clock);
}

long __runtime_futex_wait(const uint32_t *word, int operation, uint32_t value, const struct timespec *time,
                          uint32_t bits)
{
    if ((uintptr_t)word % sizeof *word || !bits)
        return fail_futex(EINVAL);
    if (__heddle_signals_are_sent())
        __heddle_may_wait();
    int error = time ? wait_futex_until(word, operation, value, *time, bits)
                     : __heddle_futex_wait(word, value, bits, queue_of(word, operation), NULL, MONOTONIC);
    return error ? fail_futex(error) : 0;
}

// At least one is woken, whatever the number is, as Linux does.
long __runtime_futex_wake(const uint32_t *word, int operation, int count, uint32_t bits)
{
    if ((uintptr_t)word % sizeof *word || !bits)
        return fail_futex(EINVAL);
    return __heddle_futex_wake(word, count < 1 ? 1 : (unsigned)count, bits, queue_of(word, operation));
}

long __runtime_futex_requeue(const uint32_t *word, int operation, int count, int most, const uint32_t *target,
                             const uint32_t *value)
{
    if ((uintptr_t)word % sizeof *word || (uintptr_t)target % sizeof *target || count < 0 || most < 0)
        return fail_futex(EINVAL);
    int done = __heddle_futex_requeue(word, (unsigned)count, value, queue_of(word, operation), target,
                                      (unsigned)most, queue_of(target, operation));
    return done < 0 ? fail_futex(EAGAIN) : done;
}
