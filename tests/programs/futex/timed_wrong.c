// expect: violation
// kinds: assertion
// A time-out may be over before the wake-up.
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
    struct timespec time = {2, 0};
    pthread_create(&thread, NULL, worker, NULL);
    long result = syscall(SYS_futex, &word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 0, &time, NULL, 0);
    int error = result ? errno : 0;
    assert(error != ETIMEDOUT); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
