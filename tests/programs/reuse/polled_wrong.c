// expect: violation
// kinds: assertion
// heddle: --property=assertion
// A loop polls for a block that is not the old one; the new block may have its address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Atomic(int *) shown;

static void *replace(void *block)
{
    free(block);
    shown = malloc(8);
    shown = NULL;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int *old = malloc(8), *new;
    shown = &(int){0};
    pthread_create(&thread, NULL, replace, old);
    while ((new = shown) != old && new)
        ;
    assert(new != old); // <- violation
}
