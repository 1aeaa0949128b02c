// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// An address that was put together bit by bit is given to functions of the C library.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static char value[4];
static uintptr_t given;

static void *set(void *argument)
{
    uintptr_t address = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            address |= (uintptr_t)1 << k;
    strcpy((char *)address, "a");
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)value;
    pthread_create(&thread, 0, set, 0);
    assert(value[0] == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
