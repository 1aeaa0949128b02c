// expect: violation
// kinds: assertion
// Two addresses are combined into one number. It leads to the first block's address from the second one, also
// when both are gone, and then a new block has it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *first = malloc(24), *second = malloc(24);
    uintptr_t both = (uintptr_t)first ^ (uintptr_t)second;
    free(second);
    char *third = malloc(20);
    assert((both ^ (uintptr_t)third) % 1024 != (uintptr_t)first % 1024); // <- violation
    free(first);
    free(third);
}
