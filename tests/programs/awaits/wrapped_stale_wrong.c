// The first round leaves the address of its variable behind. The second one finds the same but for that, and
// reads what is gone.
// expect: violation
// kinds: memory
// message: use after return
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int lock;
static _Thread_local int *first;

static bool try_lock(void)
{
    int expected = 0;
    if (!first)
        first = &expected;
    bool taken = atomic_compare_exchange_strong(&lock, &expected, 1);
    if (!taken && *first == 7) // <- violation
        first = NULL;
    return taken;
}

static void *worker(void *argument)
{
    while (!try_lock())
        ;
    atomic_store(&lock, 0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
