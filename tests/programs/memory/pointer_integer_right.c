// expect: safe
// A pointer survives the way through an integer, and tags in its low bits.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[1] = 9;
    uintptr_t tagged = (uintptr_t)p | 1;
    assert((tagged & 1) && (uintptr_t)p % 2 == 0);
    int *back = (int *)(tagged & ~(uintptr_t)1);
    assert(back == p && back[1] == 9);
    uintptr_t mask = 0x5a5a5a5a;
    uintptr_t hidden = (uintptr_t)p ^ mask;
    ((int *)(hidden ^ mask))[0] = 4;
    assert(p[0] == 4);
    free(p);
    return 0;
}
