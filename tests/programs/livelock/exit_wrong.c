// heddle: --property=livelock
// expect: violation
// kinds: livelock
// por: states default
// A call of exit is a way out of a loop, whatever the status: who polls in vain waits. A failed assertion is none.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop, x;

static void *thread(void *argument)
{
    for (;;)
        atomic_fetch_xor(&x, 1);
    return argument;
}

static void look(void)
{
#ifdef ASSERTION
    assert(!atomic_load(&stop));
#else
    if (atomic_load(&stop))
        exit(2);
#endif
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (;;)
        look();
}
