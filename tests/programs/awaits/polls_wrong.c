// expect: violation
// kinds: assertion
// A loop that gives up after three looks is no waiting: the third may come too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *worker(void *argument)
{
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int looks = 0;
    while (!ready && looks < 3)
        looks++;
    assert(looks < 3); // <- violation
    pthread_join(t, NULL);
    return 0;
}
