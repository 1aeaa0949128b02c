// expect: violation
// kinds: deadlock
// message: thread main.1 spins for ever
// case: THREADS=1 none optimal default
// case: THREADS=2 none optimal default
// What a thread changes in each round is read only behind the join that never comes, and so its changes are hidden by a slice; that
// it finds other content in each round of its own making changes nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int never;

static void *flip(void *argument)
{
    while (x < 2)
        x = !x;
    return argument;
}

static void *wait(void *argument)
{
    while (!atomic_load(&never))
        ;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, flip, NULL);
    if (THREADS == 2)
        pthread_create(&u, NULL, wait, NULL);
    pthread_join(t, NULL);
    if (THREADS == 2)
        pthread_join(u, NULL);
    assert(x < 100);
    return 0;
}
