// expect: violation
// kinds: assertion
// por: none optimal states default
// unforeseen: a number among pointers
// A number that is an address is stored between pointers, where the analysis tells no parts of the block apart.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
static int value, other;
static uintptr_t given;
static char *room;

static void *set(void *argument)
{
    unsigned n = __VERIFIER_nondet_uint() % 3;
    uintptr_t address = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            address |= (uintptr_t)1 << k;
    *(int **)(room + n) = &other;
    *(uintptr_t *)(room + 8) = address;
    *(int **)(room + 16 + n) = &other;
    **(int **)argument = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    room = malloc(64);
    given = (uintptr_t)&value;
    pthread_create(&thread, 0, set, room + 8);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
