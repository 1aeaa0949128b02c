// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// unforeseen: a distance to another variable
// The distance between two variables is put together bit by bit, and added to the address of one of them: no set of the
// analysis has the other one.
#include <assert.h>
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
    *(int *)((uintptr_t)&base + distance) = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)&value - (uintptr_t)&base;
    pthread_create(&thread, 0, set, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
