// expect: violation
// kinds: assertion
// case: ON=1 none optimal default
// case: ON=2 none optimal default
// case: ON=3 none optimal default
// A tag in the low bits of a pointer that the alignment leaves no room for.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static char text[3];
static int number;

int main(void)
{
    void *block = malloc(64);
    uintptr_t address = ON == 1 ? (uintptr_t)block : ON == 2 ? (uintptr_t)&number : (uintptr_t)text;
    uintptr_t tagged = address | (ON == 1 ? 16 : ON == 2 ? 4 : 1);
    assert(tagged != address); // <- violation
    free(block);
}
