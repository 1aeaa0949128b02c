// expect: safe
// The pause doubles up to a limit; from there on the rounds are the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *argument)
{
    volatile int i;
    for (int pause = 1; atomic_exchange(&lock, 1); pause = pause < 4 ? 2 * pause : 4)
        for (i = 0; i < pause; i++)
            ;
    counter++;
    atomic_store(&lock, 0);
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
