// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// An address is taken apart and put together again bit by bit, by branches: no data flows from the one number to the other.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int value;
static uintptr_t given;

static void *set(void *argument)
{
    uintptr_t address = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            address |= (uintptr_t)1 << k;
    *(int *)address = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)&value;
    pthread_create(&thread, 0, set, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
