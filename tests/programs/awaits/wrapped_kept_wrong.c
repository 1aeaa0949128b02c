// The first round keeps the address of its variable, and the round that takes the lock writes there: a later round that fails is like
// the first one but for what that pointer points to.
// expect: violation
// kinds: memory
// message: use after return
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int lock = 1;

static bool try_lock(int **first)
{
    int expected = 0;
    if (!*first)
        *first = &expected;
    bool taken = atomic_compare_exchange_strong(&lock, &expected, 1);
    if (taken)
        **first = 7; // <- violation
    return taken;
}

static void *give_back(void *argument)
{
    atomic_store(&lock, 0);
    return argument;
}

int main(void)
{
    pthread_t t;
    int *first = NULL;
    pthread_create(&t, NULL, give_back, NULL);
    while (!try_lock(&first))
        ;
    pthread_join(t, NULL);
    return 0;
}
