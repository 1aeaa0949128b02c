#include "allocator.h"

#include "cache.h"
#include "central.h"
#include "size_class.h"
#include "span.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic uint64_t large_allocations, large_frees;

static void init(void)
{
    pages_init();
    central_init();
    cache_init();
}

static _Noreturn void misuse(const char *what, const void *memory)
{
    fprintf(stderr, "allocator: %s: %p\n", what, memory);
    abort();
}

// Pages for that many bytes; 0 when no arena could have them.
static uint32_t pages_for(size_t size)
{
    if (size > (size_t)ALLOCATOR_PAGES << ALLOCATOR_PAGE_SHIFT)
        return 0;
    return (uint32_t)((size + ALLOCATOR_PAGE_SIZE - 1) >> ALLOCATOR_PAGE_SHIFT);
}

// `alignment` in pages.
static void *allocate_large(size_t size, uint32_t alignment)
{
    uint32_t pages = pages_for(size);
    struct span *span = pages == 0 ? NULL : pages_allocate(pages, alignment, SPAN_LARGE);
    if (span == NULL)
        return NULL;
    span->requested = size;
    atomic_fetch_add(&large_allocations, 1);
    return span_start(span);
}

void *allocator_malloc(size_t size)
{
    pthread_once(&once, init);
    if (size == 0)
        size = 1;
    if (size > SIZE_CLASS_LARGEST)
        return allocate_large(size, 1);
    return cache_allocate(size_class_for(size));
}

void *allocator_calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    void *memory = allocator_malloc(bytes);
    if (memory != NULL)
        memset(memory, 0, bytes);
    return memory;
}

void *allocator_aligned_alloc(size_t alignment, size_t size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0)
        return NULL;
    pthread_once(&once, init);
    if (size == 0)
        size = 1;
    if (alignment <= ALLOCATOR_PAGE_SIZE) {
        unsigned size_class = size_class_aligned(size, alignment);
        return size_class < SIZE_CLASS_COUNT ? cache_allocate(size_class) : allocate_large(size, 1);
    }
    uint32_t pages = pages_for(alignment);
    return pages == 0 ? NULL : allocate_large(size, pages);
}

// The span of an object that is in use, as far as that can be told; ends the program otherwise.
static struct span *span_of_object(const void *memory)
{
    struct span *span = pages_span_of(memory);
    if (span == NULL)
        misuse("not an object", memory);
    size_t offset = (size_t)((const unsigned char *)memory - (const unsigned char *)span_start(span));
    if (span->state == SPAN_LARGE ? offset != 0 : offset % size_class_bytes(span->size_class) != 0)
        misuse("not the start of an object", memory);
    return span;
}

void allocator_free(void *memory)
{
    if (memory == NULL)
        return;
    struct span *span = span_of_object(memory);
    if (span->state == SPAN_LARGE) {
        atomic_fetch_add(&large_frees, 1);
        pages_free(span);
    } else if (!cache_free(span->size_class, memory)) {
        misuse("double free", memory);
    }
}

size_t allocator_usable_size(const void *memory)
{
    if (memory == NULL)
        return 0;
    const struct span *span = span_of_object(memory);
    return span->state == SPAN_LARGE ? (size_t)span->page_count << ALLOCATOR_PAGE_SHIFT
                                     : size_class_bytes(span->size_class);
}

// Makes the object fit the size where it is. Returns false when it has to move.
static bool resize_in_place(struct span *span, size_t size)
{
    if (span->state == SPAN_SMALL)
        return size <= SIZE_CLASS_LARGEST && size_class_for(size) == span->size_class;
    uint32_t pages = pages_for(size);
    if (size <= SIZE_CLASS_LARGEST || pages == 0 || !pages_resize(span, pages))
        return false;
    span->requested = size;
    return true;
}

void *allocator_realloc(void *memory, size_t size)
{
    if (memory == NULL)
        return allocator_malloc(size);
    if (size == 0)
        size = 1;
    if (resize_in_place(span_of_object(memory), size))
        return memory;
    void *moved = allocator_malloc(size);
    if (moved == NULL)
        return NULL;
    size_t usable = allocator_usable_size(memory);
    memcpy(moved, memory, usable < size ? usable : size);
    allocator_free(memory);
    return moved;
}

void allocator_trim(void)
{
    pthread_once(&once, init);
    cache_flush();
    central_release();
}

static size_t sum_large_bytes(void)
{
    size_t bytes = 0;
    pages_lock();
    for (struct span *span = pages_next_used(0); span != NULL;
         span = pages_next_used(span->first_page + span->page_count))
        if (span->state == SPAN_LARGE)
            bytes += span->requested;
    pages_unlock();
    return bytes;
}

void allocator_statistics(struct allocator_statistics *statistics)
{
    pthread_once(&once, init);
    struct cache_statistics cached;
    struct span_statistics pages;
    cache_statistics(&cached);
    pages_statistics(&pages);
    *statistics = (struct allocator_statistics){
        .allocations = cached.allocated + atomic_load(&large_allocations),
        .frees = cached.freed + atomic_load(&large_frees),
        .live_large_bytes = sum_large_bytes(),
        .cached_bytes = cached.cached_bytes,
        .free_pages = pages.free_pages,
        .free_spans = pages.free_spans,
        .small_spans = pages.small_spans,
        .large_spans = pages.large_spans,
        .peak_pages = pages.peak_pages,
        .caches = cached.caches,
        .fetches = cached.fetches,
        .returns = cached.returns,
    };
    for (unsigned i = 0; i < SIZE_CLASS_COUNT; i++) {
        struct central_statistics central;
        central_statistics(i, &central);
        statistics->central_bytes += (central.free_objects + central.transfer_objects) * size_class_bytes(i);
    }
}

// Whether the central lists know as many spans of their class as the page heap, and as many objects are taken
// from them as are in use, in caches or in transfer slots.
static bool objects_add_up(const char **problem)
{
    struct cache_statistics cached;
    cache_statistics(&cached);
    uint64_t taken = 0, idle = 0;
    size_t spans = 0, listed = 0;
    for (struct span *span = pages_next_used(0); span != NULL;
         span = pages_next_used(span->first_page + span->page_count)) {
        taken += span->state == SPAN_SMALL ? span->taken : 0;
        spans += span->state == SPAN_SMALL;
    }
    for (unsigned i = 0; i < SIZE_CLASS_COUNT; i++) {
        struct central_statistics central;
        central_count(i, &central);
        listed += central.spans;
        idle += central.transfer_objects + cache_count_objects(i);
    }
    *problem = "spans of central lists";
    if (spans != listed)
        return false;
    *problem = "objects taken from spans";
    return taken == cached.allocated - cached.freed + idle;
}

bool allocator_check(const char **problem)
{
    pthread_once(&once, init);
    const char *ignored;
    if (problem == NULL)
        problem = &ignored;
    central_lock_all();
    pages_lock();
    bool sound = pages_check(problem);
    for (unsigned i = 0; i < SIZE_CLASS_COUNT && sound; i++)
        sound = central_check(i, problem);
    sound = sound && objects_add_up(problem);
    pages_unlock();
    central_unlock_all();
    return sound;
}
