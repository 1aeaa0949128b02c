// heddle:
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=2 -DALLOCATOR_BATCH=2
// expect: safe
// por: classic
// timeout: 300
//
// Caches for two threads: the main thread has one, and two others contend for the second. One of them ends,
// so that its cache, with an object in it, is emptied and goes over to the other.
#include "allocator.h"

#include <assert.h>
#include <pthread.h>

enum { SIZE = 64 };

static void *allocate_and_free(void *unused)
{
    allocator_free(allocator_malloc(SIZE));
    return unused;
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
    int *own = allocator_malloc(SIZE), *theirs = NULL;
    assert(own != NULL);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, allocate_and_free, NULL);
    pthread_create(&threads[1], NULL, allocate, &theirs);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);

    assert(*theirs == 7);
    assert(allocator_check(NULL));
    int *more = allocator_malloc(SIZE);
    assert(more != own && more != theirs);
    allocator_free(more);
    allocator_free(theirs);
    allocator_free(own);
    allocator_trim();
    assert(allocator_check(NULL));
    return 0;
}
