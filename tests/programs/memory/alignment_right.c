// expect: safe
// Addresses keep the alignment that C and the ABI promise.
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static char bytes[3];
static short number;
static alignas(64) int line;
static _Thread_local double own;

static int is_aligned(const void *p, size_t alignment)
{
    return (uintptr_t)p % alignment == 0;
}

int main(void)
{
    char local[5] = {1};
    long word = local[0] + bytes[0];
    void *block = malloc(1), *page = aligned_alloc(4096, 4096);
    assert(is_aligned(&number, alignof(short)) && is_aligned(&line, 64) && is_aligned(&own, alignof(double)));
    assert(is_aligned(&word, alignof(long)));
    assert(is_aligned(block, alignof(max_align_t)) && is_aligned(page, 4096));
    free(block);
    free(page);
}
