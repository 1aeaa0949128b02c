// heddle:
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=1 -DALLOCATOR_BATCH=2
// expect: safe
// por: classic
// timeout: 300
//
// Only the main thread has a cache; the others work on the central lists. One frees the only object of a
// span, whose pages go back to the page heap, while the other allocates an object of that class.
#include "allocator.h"

#include <assert.h>
#include <pthread.h>

enum { SIZE = 64 };

static void *release(void *memory)
{
    allocator_free(memory);
    return NULL;
}

static void *allocate(void *memory)
{
    *(int **)memory = allocator_malloc(SIZE);
    assert(*(int **)memory != NULL);
    **(int **)memory = 7;
    return NULL;
}

int main(void)
{
    // The limit of a fresh cache lets it fetch no more than one object.
    void *only = allocator_malloc(SIZE);
    assert(only != NULL);
    int *other = NULL;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, release, only);
    pthread_create(&threads[1], NULL, allocate, &other);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);

    assert(*other == 7);
    assert(allocator_usable_size(other) == SIZE);
    assert(allocator_check(NULL));
    allocator_free(other);
    allocator_trim();
    struct allocator_statistics statistics;
    allocator_statistics(&statistics);
    assert(statistics.allocations == statistics.frees && statistics.free_pages == 16);
    return 0;
}
