// expect: violation
// kinds: assertion
// A table that is indexed by a hash of a block's address: nothing but the index depends on it. The entry of a
// block that is released stays, and is found when another block has that address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { SLOTS = 1024 };
static struct {
    int used, value;
} table[SLOTS];

static unsigned slot_of(const void *block)
{
    return (unsigned)(((uintptr_t)block >> 4) * 2654435761u % SLOTS);
}

int main(void)
{
    void *first = malloc(8);
    table[slot_of(first)].used = 1;
    table[slot_of(first)].value = 5;
    free(first);
    void *second = malloc(8);
    unsigned slot = slot_of(second);
    if (table[slot].used)
        assert(table[slot].value != 5); // <- violation
    free(second);
}
