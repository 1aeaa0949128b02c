// expect: safe
// As stale_key_wrong.c, but the cache is told: also where the new block has the old address, it is right.
#include <assert.h>
#include <stdlib.h>

static int *key, value;

static int cached(int *block)
{
    if (block != key) {
        key = block;
        value = *block;
    }
    return value;
}

static void forget(int *block)
{
    if (block == key)
        key = NULL;
    free(block);
}

int main(void)
{
    int *first = malloc(sizeof *first);
    *first = 1;
    assert(cached(first) == 1);
    forget(first);
    int *second = malloc(sizeof *second);
    *second = 2;
    assert(cached(second) == 2);
    forget(second);
}
