// expect: safe
// A wake-up by bits reaches those who asked for one of them, and no others; how many were woken is told.
#include "futex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int word, woken;

static void *worker(void *bits)
{
    while (syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, *(int *)bits) == -1 && errno == EINTR)
        ;
    atomic_fetch_or(&woken, *(int *)bits);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int bits[2] = {1, 6};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &bits[i]);
    long count = 0;
    while ((count = syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 5, NULL, NULL, 4)) == 0)
        ;
    assert(count == 1);
    pthread_join(threads[1], NULL);
    assert(!(atomic_load(&woken) & 1));
    while (syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 0)
        ;
    pthread_join(threads[0], NULL);
    assert(atomic_load(&woken) == 7);
    return 0;
}
