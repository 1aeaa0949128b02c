// expect: violation
// kinds: assertion
// Which of those who wait is woken is open: not always who came first.
// sleep-blocked: allowed
#include "futex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int word, arrived, first;

static void *worker(void *number)
{
    while (atomic_load(&arrived) != *(int *)number)
        ;
    atomic_fetch_add(&arrived, 1);
    futex_wait(&word, 0);
    int none = 0;
    atomic_compare_exchange_strong(&first, &none, *(int *)number + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int numbers[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &numbers[i]);
    while (atomic_load(&arrived) != 2)
        ;
    while (futex_wake(&word, 1) == 0)
        ;
    while (!atomic_load(&first))
        ;
    assert(atomic_load(&first) != 2); // <- violation
    return 0;
}
