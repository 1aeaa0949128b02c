// expect: safe
// What the calls return where nobody waits, and where they refuse.
#include "futex.h"

#include <assert.h>
#include <stdint.h>

static atomic_int word = 3, other;

int main(void)
{
    struct timespec bad = {0, 1000000000}, time = {0, 10};
    assert(futex_wait(&word, 2) == -1 && errno == EAGAIN);
    assert(futex_wake(&word, 1) == 0);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 3, &bad, NULL, 0) == -1 && errno == EINVAL);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 3, &time, NULL, 0) == -1 && errno == ETIMEDOUT);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 3, &time, NULL, 1) == -1 && errno == ETIMEDOUT);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 3, NULL, NULL, 0) == -1 && errno == EINVAL);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 0) == -1 && errno == EINVAL);
    assert(syscall(SYS_futex, (char *)&word + 1, FUTEX_WAKE, 1, NULL, NULL, 0) == -1 && errno == EINVAL);
    assert(syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, (void *)(intptr_t)1, &other, 0) == 0);
    assert(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, (void *)(intptr_t)1, &other, 3) == 0);
    assert(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, (void *)(intptr_t)1, &other, 4) == -1 && errno == EAGAIN);
    assert(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, -1, (void *)(intptr_t)1, &other, 3) == -1 && errno == EINVAL);
    return 0;
}
