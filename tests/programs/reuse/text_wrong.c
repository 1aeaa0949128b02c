// expect: violation
// kinds: assertion
// Addresses are compared as texts.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char old[32], new[32];
    void *first = malloc(8);
    snprintf(old, sizeof old, "%p", first);
    free(first);
    void *second = malloc(8);
    snprintf(new, sizeof new, "%p", second);
    assert(strcmp(old, new) != 0); // <- violation
    free(second);
}
