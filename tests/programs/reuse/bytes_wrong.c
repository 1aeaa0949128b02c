// expect: violation
// kinds: assertion
// A pointer is hashed byte by byte.
#include <assert.h>
#include <stdlib.h>

static unsigned hash(void *pointer)
{
    const unsigned char *byte = (const unsigned char *)&pointer;
    unsigned sum = 0;
    for (unsigned k = 0; k < sizeof pointer; k++)
        sum = sum * 31 + byte[k];
    return sum;
}

int main(void)
{
    void *first = malloc(8);
    unsigned old = hash(first);
    free(first);
    void *second = malloc(8);
    assert(hash(second) != old); // <- violation
    free(second);
}
