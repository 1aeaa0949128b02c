// expect: safe
// heddle: --property=assertion
// Nothing depends on the loop that waits for the flag but that it ends: whose store to the flag is the last one is decided by
// what the loop reads all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int other, flag;
static int seen;

static void *set(void *argument)
{
    atomic_store(&other, 1);
    atomic_store(&flag, 2);
    return argument;
}

static void *wait_and_reset(void *argument)
{
    int before = atomic_load(&other);
    while (atomic_load(&flag) != 2)
        ;
    atomic_store(&flag, 0);
    seen = before;
    return argument;
}

int main(void)
{
    pthread_t setter, waiter;
    pthread_create(&setter, NULL, set, NULL);
    pthread_create(&waiter, NULL, wait_and_reset, NULL);
    pthread_join(setter, NULL);
    pthread_join(waiter, NULL);
    assert(flag + seen < 2);
    return 0;
}
