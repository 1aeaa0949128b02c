// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// A variable is reached by its distance from another one, which the compiler writes as one constant of two addresses.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int anchor, value;
static intptr_t distance;

static void *set(void *argument)
{
    *(int *)((intptr_t)&anchor + distance) = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    distance = (intptr_t)&value - (intptr_t)&anchor;
    pthread_create(&thread, 0, set, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
