// expect: safe
// A failed exchange means that the other thread made progress, so the loop ends.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int maximum;

static void raise_to(int value)
{
    int seen = atomic_load(&maximum);
    while (seen < value && !atomic_compare_exchange_strong(&maximum, &seen, value))
        ;
}

static void *worker(void *argument)
{
    raise_to(7);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    raise_to(5);
    pthread_join(t, NULL);
    assert(maximum == 7);
    return 0;
}
