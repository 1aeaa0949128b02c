// heddle: --all --property=assertion,memory,data-race
// expect: violation
// kinds: assertion data-race memory
// text: __VERIFIER_nondet_memory = \{12345, 0\}
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
void __VERIFIER_nondet_memory(void *memory, size_t size);

static int shared;

static void *fill(void *argument)
{
    __VERIFIER_nondet_memory(&shared, sizeof shared); // <- violation
    return argument;
}

int main(void)
{
    short pair[2];
    pthread_t thread;
    pthread_create(&thread, 0, fill, 0);
    shared = 1;
    pthread_join(thread, 0);
    __VERIFIER_nondet_memory(pair, sizeof pair);
    assert(pair[0] + pair[1] != 12345); // <- violation
    if (pair[0] == 7)
        __VERIFIER_nondet_memory(pair, sizeof pair + 1); // <- violation
    return 0;
}
