// expect: safe
// A wait with a time-out ends by itself, in a loop, too; with a wake-up both results are there.
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
    struct timespec time = {0, 1000};
    pthread_create(&thread, NULL, worker, NULL);
    while (!atomic_load(&word)) {
        long result = syscall(SYS_futex, &word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 0, &time, NULL, 0);
        assert(result == 0 || errno == ETIMEDOUT || errno == EAGAIN);
    }
    pthread_join(thread, NULL);
    return 0;
}
