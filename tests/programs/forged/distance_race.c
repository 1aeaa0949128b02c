// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// unforeseen: a distance to another variable
// The distance between two variables is put together bit by bit: an address is used as a number, which ends the proof that
// there is no race.
#include <pthread.h>
#include <stdint.h>

static int value, base;
static uintptr_t given;

static void *set(void *argument)
{
    uintptr_t distance = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            distance |= (uintptr_t)1 << k;
    *(int *)((uintptr_t)&base + distance) = 1; // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)&value - (uintptr_t)&base;
    pthread_create(&thread, 0, set, 0);
    value = 2;
    pthread_join(thread, 0);
    return 0;
}
