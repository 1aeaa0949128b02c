// expect: safe
// Shared wait and shared wake-up, of a word whose private waiter is woken by a private one.
#include "futex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int word, left = 2;

static void *shared(void *argument)
{
    while (!atomic_load(&word))
        syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    atomic_fetch_sub(&left, 1);
    return argument;
}

static void *own(void *argument)
{
    while (!atomic_load(&word))
        futex_wait(&word, 0);
    atomic_fetch_sub(&left, 1);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, shared, NULL);
    pthread_create(&threads[1], NULL, own, NULL);
    atomic_store(&word, 1);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE, 9) <= 1);
    assert(futex_wake(&word, 9) <= 1);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    assert(left == 0);
    return 0;
}
