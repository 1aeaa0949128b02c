// expect: violation
// kinds: assertion
// por: none optimal states default
// unforeseen: a distance to another function
// The distance between two functions is put together bit by bit; the analysis knows only the other one to be called.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int value;
static uintptr_t given;

static void nothing(void)
{
}

static void set(void)
{
    value = 1;
}

static void *call(void *argument)
{
    uintptr_t distance = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            distance |= (uintptr_t)1 << k;
    ((void (*)(void))((uintptr_t)nothing + distance))();
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)set - (uintptr_t)nothing;
    pthread_create(&thread, 0, call, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
