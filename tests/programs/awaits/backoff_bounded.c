// heddle: --unwind=5
// expect: inconclusive
// A round that counts has an effect: it is not the same as the one before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int rounds;

static void *worker(void *argument)
{
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready)
        rounds++;
    assert(rounds >= 0);
    pthread_join(t, NULL);
    return 0;
}
