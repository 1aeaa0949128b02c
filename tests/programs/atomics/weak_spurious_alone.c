// expect: safe
// case: --weak-cas-fails optimal none default
// Nobody else can come to the variable, so that a failure is no visible operation: a loop that tries again goes
// round as often as it likes, and its states come to an end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void *count(void *argument)
{
    atomic_int own = 0;
    int seen = 0;
    while (!atomic_compare_exchange_weak(&own, &seen, seen + 1))
        ;
    assert(own == 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    count(NULL);
    pthread_join(thread, NULL);
    return 0;
}
