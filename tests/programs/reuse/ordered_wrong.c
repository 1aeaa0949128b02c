// expect: violation
// kinds: assertion
// Blocks are told apart by which has the higher address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *first = malloc(40);
    uintptr_t old = (uintptr_t)first;
    free(first);
    char *second = malloc(40);
    assert((uintptr_t)second < old || (uintptr_t)second > old); // <- violation
    free(second);
}
