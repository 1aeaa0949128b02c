// expect: violation
// kinds: assertion
// A cache that is keyed by addresses and not told when a block is released.
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

int main(void)
{
    int *first = malloc(sizeof *first);
    *first = 1;
    assert(cached(first) == 1);
    free(first);
    int *second = malloc(sizeof *second);
    *second = 2;
    assert(cached(second) == 2); // <- violation
    free(second);
}
