// expect: violation
// kinds: assertion
// por: none classic source optimal default
// unforeseen: a counter is read at a distance that was put together bit by bit
// A loop that waits counts its rounds. Nothing but an address put together of numbers reads the counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int done;
static unsigned rounds;
static uintptr_t given;
static char other;

static void *finish(void *argument)
{
    atomic_store(&done, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    intptr_t distance = 0;
    given = (uintptr_t)((char *)&rounds - &other);
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            distance |= (intptr_t)((uintptr_t)1 << k);
    pthread_create(&thread, 0, finish, 0);
    while (!atomic_load(&done))
        rounds++;
    assert(*(unsigned *)(&other + distance) < 2); // <- violation
    pthread_join(thread, 0);
    return 0;
}
