// expect: safe
// When a time-out is over the clock shows at least that moment, be it given as a duration or as a moment.
// case: default optimal
// case: MOMENT=1 default optimal
#include "futex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int word;

static void *worker(void *argument)
{
    atomic_store(&word, 1);
    futex_wake(&word, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct timespec time = {2, 0}, before, after;
    pthread_create(&thread, NULL, worker, NULL);
    clock_gettime(CLOCK_MONOTONIC, &before);
#ifdef MOMENT
    time.tv_sec += before.tv_sec, time.tv_nsec = before.tv_nsec;
    long result = syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, 0, &time, NULL, 1);
#else
    long result = syscall(SYS_futex, &word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 0, &time, NULL, 0);
#endif
    int error = result ? errno : 0;
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(error != ETIMEDOUT || after.tv_sec >= before.tv_sec + 2);
    pthread_join(thread, NULL);
    return 0;
}
