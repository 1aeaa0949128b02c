// Native stress run: threads allocate, resize, check and free objects of all sizes, exchange some of them,
// and end and start again. Every byte of an object is filled with its owner's pattern and checked before it
// goes.
#include "allocator.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, GENERATIONS = 5, ROUNDS = 40000, LIVE = 64, EXCHANGED = 32 };

struct block {
    size_t size;
    unsigned char pattern;
    unsigned char bytes[];
};

static _Atomic(struct block *) exchange[EXCHANGED];

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 12;
}

static size_t random_size(unsigned *seed)
{
    unsigned kind = next_random(seed) % 16;
    return kind == 0  ? next_random(seed) % 20000
           : kind < 4 ? next_random(seed) % 2048
                      : next_random(seed) % 200;
}

static void fill(struct block *block, size_t size, unsigned char pattern)
{
    block->size = size;
    block->pattern = pattern;
    memset(block->bytes, pattern, size);
}

static void check(const struct block *block, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert(block->bytes[i] == block->pattern);
}

static struct block *make(unsigned *seed)
{
    size_t size = random_size(seed), total = sizeof(struct block) + size;
    struct block *block;
    switch (next_random(seed) % 4) {
    case 0:
        block = allocator_calloc(1, total);
        assert(block != NULL && block->size == 0);
        break;
    case 1: {
        size_t alignment = (size_t)16 << next_random(seed) % 10;
        block = allocator_aligned_alloc(alignment, total);
        assert((uintptr_t)block % alignment == 0);
        break;
    }
    default: block = allocator_malloc(total); break;
    }
    assert(block != NULL && (uintptr_t)block % 16 == 0 && allocator_usable_size(block) >= total);
    fill(block, size, (unsigned char)next_random(seed));
    return block;
}

static struct block *resize(struct block *block, unsigned *seed)
{
    size_t old = block->size, size = random_size(seed);
    block = allocator_realloc(block, sizeof *block + size);
    assert(block != NULL);
    check(block, old < size ? old : size);
    fill(block, size, block->pattern);
    return block;
}

static void drop(struct block *block)
{
    if (block == NULL)
        return;
    check(block, block->size);
    allocator_free(block);
}

static void *run(void *number)
{
    unsigned seed = *(unsigned *)number;
    struct block *live[LIVE] = {0};
    for (int i = 0; i < ROUNDS; i++) {
        struct block **slot = &live[next_random(&seed) % LIVE];
        switch (next_random(&seed) % 8) {
        case 0: *slot = atomic_exchange(&exchange[next_random(&seed) % EXCHANGED], *slot); break;
        case 1:
        case 2:
            if (*slot != NULL)
                *slot = resize(*slot, &seed);
            break;
        default:
            drop(*slot);
            *slot = make(&seed);
            break;
        }
        if (i % 5000 == 0)
            allocator_trim();
    }
    for (int i = 0; i < LIVE; i++)
        drop(live[i]);
    return NULL;
}

int main(void)
{
    for (unsigned generation = 0; generation < GENERATIONS; generation++) {
        pthread_t threads[THREADS];
        unsigned seeds[THREADS];
        for (unsigned i = 0; i < THREADS; i++) {
            seeds[i] = generation * THREADS + i + 1;
            pthread_create(&threads[i], NULL, run, &seeds[i]);
        }
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        const char *problem = NULL;
        if (!allocator_check(&problem)) {
            fprintf(stderr, "cache_allocator: %s\n", problem);
            return 1;
        }
    }
    for (int i = 0; i < EXCHANGED; i++)
        drop(atomic_load(&exchange[i]));
    allocator_trim();
    const char *problem = NULL;
    assert(allocator_check(&problem));
    struct allocator_statistics statistics;
    allocator_statistics(&statistics);
    assert(statistics.allocations == statistics.frees);
    assert(statistics.free_spans == 1 && statistics.small_spans == 0 && statistics.large_spans == 0);
    printf("cache_allocator: ok, %llu allocations, %zu pages at most\n",
           (unsigned long long)statistics.allocations, statistics.peak_pages);
    return 0;
}
