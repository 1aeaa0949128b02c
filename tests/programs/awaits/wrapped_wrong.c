// A lock by compare-exchange behind two wrappers: nobody ever gives it back. The expected value is
// a variable that is another one in each round.
// expect: violation
// kinds: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    atomic_int v;
} lock_t;

static lock_t lock;
static int counter;

static bool cas(atomic_int *p, int *expected, int want)
{
    return atomic_compare_exchange_strong(p, expected, want);
}

static bool try_lock(lock_t *l)
{
    int expected = 0;
    return cas(&l->v, &expected, 1);
}

static void *worker(void *argument)
{
    while (!try_lock(&lock))
        ;
    counter++;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
