// expect: violation
// kinds: deadlock
// message: to be woken from a futex
// A private wait and a shared wake-up of one word: Linux does not bring them together.
#include "futex.h"

#include <pthread.h>

static atomic_int word;

static void *worker(void *argument)
{
    atomic_store(&word, 1);
    syscall(SYS_futex, &word, FUTEX_WAKE, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    while (!atomic_load(&word))
        futex_wait(&word, 0);
    pthread_join(thread, NULL);
    return 0;
}
