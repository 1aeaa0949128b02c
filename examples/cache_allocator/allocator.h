// A thread-caching memory allocator over a static arena, after the design of TCMalloc.
//
// Small requests (size_class.h) come from the calling thread's cache (cache.h), which is filled from central
// lists (central.h), which cut spans of pages (span.h) into objects. Large requests get spans of their own.
// Everything may be called from every thread; an object may be freed by another thread than the one that
// allocated it.
#ifndef ALLOCATOR_H
#define ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allocator_statistics {
    uint64_t allocations, frees; // small and large, since the start
    size_t live_large_bytes;     // as requested
    size_t cached_bytes;         // free, in thread caches
    size_t central_bytes;        // free, in central lists
    size_t free_pages, free_spans, small_spans, large_spans;
    size_t peak_pages; // most pages in use at a time
    size_t caches;     // in use
    uint64_t fetches, returns;
};

// These keep the contracts of their namesakes in C17, with these additions: a request of 0 bytes gets an
// object of its own; what they return is aligned to 16 bytes at least.
void *allocator_malloc(size_t size);
void *allocator_calloc(size_t count, size_t size);
void *allocator_realloc(void *memory, size_t size);
// `alignment` is a power of two; `size` need not be a multiple of it. NULL for other alignments.
void *allocator_aligned_alloc(size_t alignment, size_t size);
// NULL is allowed. What is no object of this allocator, or is free already and was noticed, ends the program.
void allocator_free(void *memory);

// How many bytes of the object may be used: what was asked for at least. 0 for NULL.
size_t allocator_usable_size(const void *memory);
// Gives back what the calling thread's cache and the transfer slots hold, so that empty spans become free
// pages.
void allocator_trim(void);

// Exact when no other thread allocates meanwhile.
void allocator_statistics(struct allocator_statistics *statistics);
// Whether all internal structures agree; to be called while no other thread allocates. `problem`, where it is
// not NULL, gets the name of the first thing that does not.
bool allocator_check(const char **problem);

#endif
