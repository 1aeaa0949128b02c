// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// The address of a function is put together bit by bit, and called.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int value;
static uintptr_t given;

static void set(void)
{
    value = 1;
}

static void *call(void *argument)
{
    uintptr_t address = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            address |= (uintptr_t)1 << k;
    ((void (*)(void))address)();
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)set;
    pthread_create(&thread, 0, call, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
