// expect: safe
// por: none default
// Requests that look impossible and succeed, as in glibc: no elements, and alignments that memalign rounds up.
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    volatile size_t none = 0, largest = SIZE_MAX;
    void *a = calloc(none, largest), *b = calloc(largest, none), *c = memalign(24, 8), *d = calloc(1, largest);
    assert(a && b && c && !d);
    assert((uintptr_t)c % 32 == 0);
    free(a);
    free(b);
    free(c);
}
