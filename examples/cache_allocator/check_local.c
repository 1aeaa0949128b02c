// heddle: --property=assertion
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=1 -DALLOCATOR_BATCH=2
// expect: safe
// timeout: 300
// case: THREADS=2 optimal=12 default=12
// case: THREADS=3 default=540
//
// Threads allocate, and each asserts something that it computes by itself. What the allocator does matters all the same, since it
// uses addresses as numbers (hints in free objects, pages by division): no analysis knows where all that leads (docs/slicing.md).
// main allocates first, since who comes first initialises the allocator, which may abort.
#include "allocator.h"

#include <assert.h>
#include <pthread.h>

enum { SIZE = 64, ROUNDS = 3 };

static void *kept[THREADS];

static void *allocate(void *argument)
{
    int thread = (int)(intptr_t)argument, bytes = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int size = SIZE + round;
        kept[thread] = allocator_malloc((size_t)size);
        bytes += size;
    }
    assert(bytes == ROUNDS * SIZE + ROUNDS * (ROUNDS - 1) / 2);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    kept[0] = allocator_malloc(SIZE);
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&threads[k], NULL, allocate, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
