// heddle:
// files: allocator.c cache.c central.c span.c size_class.c
// clang: -DALLOCATOR_TINY -DALLOCATOR_PAGES=16 -DALLOCATOR_CACHES=3 -DALLOCATOR_BATCH=1
// expect: safe
// por: classic
// timeout: 300
//
// An arena of 4 KiB, caches for three threads, batches of one object. One object waits in a transfer slot,
// and two threads allocate one each. The objects are different and keep what is written to them; one is freed
// by its thread, the other, when the input says so, by the main thread. Nothing is lost in the end.
#include "allocator.h"

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <string.h>

enum { SIZE = 64 };

static int hand_over; // input
static unsigned char *handed_over;

static void *allocate_and_free(void *unused)
{
    unsigned char *memory = allocator_malloc(SIZE);
    assert(memory != NULL);
    memset(memory, 1, SIZE);
    assert(memory[0] == 1 && memory[SIZE - 1] == 1);
    allocator_free(memory);
    return unused;
}

static void *allocate_and_hand_over(void *unused)
{
    unsigned char *memory = allocator_malloc(SIZE);
    assert(memory != NULL);
    memset(memory, 2, SIZE);
    assert(memory[0] == 2 && memory[SIZE - 1] == 2);
    if (hand_over > 0)
        handed_over = memory;
    else
        allocator_free(memory);
    return unused;
}

int main(void)
{
    heddle_symbolic(&hand_over, sizeof hand_over, "hand_over");
    void *first = allocator_malloc(SIZE), *second = allocator_malloc(SIZE);
    assert(first != NULL && second != NULL && first != second);
    allocator_free(first);
    allocator_free(second);

    pthread_t threads[2];
    pthread_create(&threads[0], NULL, allocate_and_free, NULL);
    pthread_create(&threads[1], NULL, allocate_and_hand_over, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);

    if (handed_over != NULL) {
        assert(handed_over[0] == 2 && handed_over[SIZE - 1] == 2);
        allocator_free(handed_over);
    }
    assert(allocator_check(NULL));
    allocator_trim();
    struct allocator_statistics statistics;
    allocator_statistics(&statistics);
    assert(statistics.allocations == 4 && statistics.frees == 4);
    assert(statistics.free_pages == 16 && statistics.free_spans == 1);
    return 0;
}
