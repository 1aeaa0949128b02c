// futex(2), without the numbers of the operations: results are syscall's.
#include "runtime/runtime.h"

enum {
    FUTEX_WAIT = 0,
    FUTEX_WAKE = 1,
    FUTEX_REQUEUE = 3,
    FUTEX_CMP_REQUEUE = 4,
    FUTEX_WAIT_BITSET = 9,
    FUTEX_WAKE_BITSET = 10,
    FUTEX_COMMAND = 127,
    FUTEX_PRIVATE = 128,
    FUTEX_CLOCK_REALTIME = 256,
};

// `operation`: FUTEX_WAIT, whose time is a duration, or FUTEX_WAIT_BITSET, whose is a moment, with flags.
long __runtime_futex_wait(const uint32_t *word, int operation, uint32_t value, const struct timespec *time,
                          uint32_t bits);
// Of the flags in `operation`, only FUTEX_PRIVATE counts.
long __runtime_futex_wake(const uint32_t *word, int operation, int count, uint32_t bits);
// `value`: what the word must be; NULL: whatever it is.
long __runtime_futex_requeue(const uint32_t *word, int operation, int count, int most, const uint32_t *target,
                             const uint32_t *value);
