// expect: violation
// kinds: assertion
// heddle: --property=assertion,deadlock
// por: none optimal states default
// unforeseen: a counter is read at a distance that was put together bit by bit
// A loop counts its rounds, and ends by what it reads of them at an address put together of numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int done;
static unsigned rounds;
static uintptr_t given;
static char other;

static void *wait(void *argument)
{
    intptr_t distance = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            distance |= (intptr_t)((uintptr_t)1 << k);
    while (!atomic_load(&done)) {
        rounds++;
        if (*(unsigned *)(&other + distance) == 2000)
            break;
    }
    assert(!"the loop ends"); // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)((char *)&rounds - &other);
    pthread_create(&thread, 0, wait, 0);
    pthread_join(thread, 0);
    return 0;
}
