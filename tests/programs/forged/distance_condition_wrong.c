// expect: violation
// kinds: assertion
// unforeseen: a distance to another variable
// case: CALL=0 --property=assertion none optimal default
// case: CALL=1 --property=assertion none optimal default
// case: CALL=0 --property=assertion,deadlock default
// case: CALL=1 none optimal default
// An input decides whether an access goes to a variable that no set of the analysis has there; it decides nothing else.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);
static int value, base;
static uintptr_t given;

static void nothing(void)
{
}

static void set(void)
{
    value = 1;
}

static void *use(void *argument)
{
    uintptr_t distance = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            distance |= (uintptr_t)1 << k;
    if (__VERIFIER_nondet_int() == 7) {
#if CALL
        ((void (*)(void))((uintptr_t)nothing + distance))();
#else
        *(int *)((uintptr_t)&base + distance) = 1;
#endif
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
#if CALL
    given = (uintptr_t)set - (uintptr_t)nothing;
#else
    given = (uintptr_t)&value - (uintptr_t)&base;
#endif
    pthread_create(&thread, 0, use, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
