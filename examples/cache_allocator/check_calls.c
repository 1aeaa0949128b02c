// heddle:
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DALLOCATOR_TINY -DALLOCATOR_PAGES=64 -DALLOCATOR_CACHES=2 -DALLOCATOR_BATCH=4
// expect: safe
// timeout: 300
//
// One thread, every call once: small and large objects, growing in place and by moving, alignment beyond a
// page, overflow in calloc, an arena that is too small. The input chooses how a large object is resized.
#include "allocator.h"

#include <assert.h>
#include <heddle.h>
#include <string.h>

enum { PAGE = 256, LARGE = 12 * PAGE };

static bool is_filled(const unsigned char *bytes, int value, size_t size)
{
    for (size_t i = 0; i < size; i += 16)
        if (bytes[i] != value)
            return false;
    return true;
}

static void check_small(void)
{
    unsigned char *memory = allocator_malloc(24);
    assert(memory != NULL && (uintptr_t)memory % 16 == 0 && allocator_usable_size(memory) == 32);
    memset(memory, 3, 24);
    assert(allocator_realloc(memory, 30) == memory);
    unsigned char *moved = allocator_realloc(memory, 100);
    assert(moved != NULL && moved != memory && is_filled(moved, 3, 24));
    unsigned char *zeroed = allocator_calloc(3, 10);
    assert(zeroed != NULL && is_filled(zeroed, 0, 30));
    assert(allocator_calloc(SIZE_MAX / 2, 3) == NULL);
    allocator_free(zeroed);
    allocator_free(moved);
}

static void check_large(size_t size, bool stays)
{
    unsigned char *memory = allocator_malloc(LARGE);
    assert(memory != NULL);
    memset(memory, 4, LARGE);
    unsigned char *resized = allocator_realloc(memory, size);
    assert(resized != NULL && is_filled(resized, 4, size < LARGE ? size : LARGE));
    assert(allocator_usable_size(resized) >= size);
    assert((resized == memory) == stays);
    assert(allocator_malloc((size_t)PAGE * 64) == NULL);
    allocator_free(resized);
}

static void check_alignment(void)
{
    for (size_t alignment = 16; alignment <= 4 * PAGE; alignment *= 4) {
        void *memory = allocator_aligned_alloc(alignment, 40);
        assert(memory != NULL && (uintptr_t)memory % alignment == 0);
        allocator_free(memory);
    }
    assert(allocator_aligned_alloc(24, 40) == NULL);
}

int main(void)
{
    int choice;
    heddle_symbolic(&choice, sizeof choice, "choice");
    check_small();
    if (choice == 0)
        check_large(LARGE + PAGE, true);
    else if (choice == 1)
        check_large(LARGE - PAGE, true);
    else
        check_large(100, false);
    check_alignment();

    const char *problem = "";
    assert(allocator_check(&problem));
    allocator_trim();
    struct allocator_statistics statistics;
    allocator_statistics(&statistics);
    assert(statistics.allocations == statistics.frees);
    assert(statistics.free_pages == 64 && statistics.free_spans == 1 && statistics.live_large_bytes == 0);
    return 0;
}
