// expect: violation
// kinds: assertion
// The result of the exchange is not looked at; a failed one loses the update.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void increment(void)
{
    int seen = counter;
    atomic_compare_exchange_strong(&counter, &seen, seen + 1);
}

static void *worker(void *argument)
{
    increment();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    increment();
    pthread_join(t, NULL);
    assert(counter == 2); // <- violation
    return 0;
}
