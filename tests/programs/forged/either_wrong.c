// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// A pointer is the address of one variable on one way, and on the other way an address that was put together of bits.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

static int value, other;
static uintptr_t given;
static int *place;

static uintptr_t put_together(void)
{
    uintptr_t address = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            address |= (uintptr_t)1 << k;
    return address;
}

static void *set(void *argument)
{
    place = &other;
    if (__VERIFIER_nondet_int())
        place = (int *)put_together();
    *place = 1;
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
