// heddle: --spurious
// expect: violation
// kinds: assertion
// A wait may end without a wake-up.
// case: default optimal
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
    pthread_create(&thread, NULL, worker, NULL);
    futex_wait(&word, 0);
    assert(atomic_load(&word)); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
