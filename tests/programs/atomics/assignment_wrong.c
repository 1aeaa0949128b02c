// expect: violation
// kinds: assertion
// Two atomic operations in one expression are still two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *argument)
{
    x = x + 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = x + 1;
    pthread_join(t, NULL);
    assert(x == 2); // <- violation
    return 0;
}
