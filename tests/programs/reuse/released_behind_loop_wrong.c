// expect: violation
// kinds: assertion
// heddle: --property=assertion
// The owner releases its block behind a loop that waits: whether the loop can be left is tried first, and what is released
// in that trial must not count as seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_uintptr_t key;
static atomic_int ready, may_release;

static void *owner(void *unused)
{
    int *block = malloc(8);
    key = ~(uintptr_t)block;
    ready = 1;
    while (!may_release)
        ;
    free(block);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    while (!ready)
        ;
    uintptr_t old = ~key;
    may_release = 1;
    int *other = malloc(8);
    assert((uintptr_t)other != old); // <- violation
    pthread_join(thread, NULL);
    free(other);
}
