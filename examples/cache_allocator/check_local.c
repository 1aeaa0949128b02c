// heddle: --property=assertion
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=1 -DALLOCATOR_BATCH=2
// expect: safe
// timeout: 300
// case: THREADS=2 optimal=124 default=124
//
// Threads allocate, and each asserts something that it computes by itself. That this still takes as many executions as
// without slices has three reasons: pthread_once and pthread_setspecific are never left out, the latter with its value,
// the thread's cache, so that the list of unused caches matters (48 executions remain without it, 24 without either);
// and the locks of the lists and of the page heap, once they make a thread wait, with all that decides whether they are
// taken.
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
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&threads[k], NULL, allocate, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
