// futex(2), by syscall: the operations that lock-free code uses. The machine lets threads wait
// (machine/native_futex.c).
#include "runtime/futex.h"

enum { SET_WORDS = 4 }; // a bit a thread

// Who waits for words whose addresses come to the same number: these share a queue, which costs only
// interleavings.
static struct futex {
    uint64_t threads[SET_WORDS];
} queues[64];

int __heddle_futex_wait(const uint32_t *word, uint32_t value, uint32_t bits, struct futex *queue,
                        const struct timespec *time, int clock);
int __heddle_futex_wake(const uint32_t *word, unsigned count, uint32_t bits, struct futex *queue);
int __heddle_futex_requeue(const uint32_t *word, unsigned count, const uint32_t *value, struct futex *queue,
                           const uint32_t *target, unsigned most, struct futex *to);

static struct futex *queue_of(const uint32_t *word)
{
    return &queues[(uintptr_t)word / sizeof *word % (sizeof queues / sizeof *queues)];
}

static long fail(int error)
{
    errno = error;
    return -1;
}

enum { REALTIME = 0, MONOTONIC = 1 };

static int wait_until(const uint32_t *word, int operation, uint32_t value, struct timespec time,
                      uint32_t bits)
{
    int clock = operation & FUTEX_CLOCK_REALTIME ? REALTIME : MONOTONIC;
    if (time.tv_sec < 0 || (unsigned long)time.tv_nsec >= 1000000000)
        return EINVAL;
    if ((operation & FUTEX_COMMAND) == FUTEX_WAIT)
        time = __runtime_deadline(&time, clock);
    return __heddle_futex_wait(word, value, bits, queue_of(word), &time, clock);
}

long __runtime_futex_wait(const uint32_t *word, int operation, uint32_t value, const struct timespec *time,
                          uint32_t bits)
{
    if ((uintptr_t)word % sizeof *word || !bits)
        return fail(EINVAL);
    int error = time ? wait_until(word, operation, value, *time, bits)
                     : __heddle_futex_wait(word, value, bits, queue_of(word), NULL, MONOTONIC);
    return error ? fail(error) : 0;
}

// At least one is woken, whatever the number is, as Linux does.
long __runtime_futex_wake(const uint32_t *word, int count, uint32_t bits)
{
    if ((uintptr_t)word % sizeof *word || !bits)
        return fail(EINVAL);
    return __heddle_futex_wake(word, count < 1 ? 1 : (unsigned)count, bits, queue_of(word));
}

long __runtime_futex_requeue(const uint32_t *word, int count, int most, const uint32_t *target,
                             const uint32_t *value)
{
    if ((uintptr_t)word % sizeof *word || (uintptr_t)target % sizeof *target || count < 0 || most < 0)
        return fail(EINVAL);
    int done = __heddle_futex_requeue(word, (unsigned)count, value, queue_of(word), target, (unsigned)most,
                                      queue_of(target));
    return done < 0 ? fail(EAGAIN) : done;
}
