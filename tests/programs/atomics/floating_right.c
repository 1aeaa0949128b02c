// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double total = 1.0;

static void *worker(void *argument)
{
    total += 0.5;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    total += 0.25;
    pthread_join(t, NULL);
    assert(total == 1.75);
    return 0;
}
