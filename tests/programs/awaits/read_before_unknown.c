// expect: inconclusive
// message: whether threads go round their loops for ever
// por: default
// A counter is read, for what is asserted, before it is counted in a loop without an end. Nothing reads it afterwards, which the
// slice knows; a replay has no slice of what the counter's memory may still be read for, and cannot confirm the deadlock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, flag;
static atomic_uint seen;
static int result[2];

static void *wait(void *argument)
{
    int r = atomic_load(&seen) > 1;
    int t = atomic_load(&x);
    atomic_store(&x, (t + 1) % 3);
    while (atomic_load(&flag) != 2)
        atomic_fetch_add(&seen, 1);
    result[0] = r % 3;
    return argument;
}

static void *look(void *argument)
{
    result[1] = atomic_load(&x) % 3;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(x + result[0] + result[1] != 77);
    return 0;
}
