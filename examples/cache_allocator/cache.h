// Thread caches: free objects that one thread alone uses, a list for each size class, without locks.
//
// A thread gets its cache with its first allocation and gives it back when it ends. A list that runs empty
// fetches a batch from the central list; one that gets too long gives a batch back. How long is too long
// grows with use, from one object on, so that a thread that allocates little keeps little.
#ifndef CACHE_H
#define CACHE_H

#include "object.h"

#include <stdbool.h>

struct cache_statistics {
    uint64_t allocated, freed; // objects, since the start, by all threads
    size_t caches;             // in use
    size_t cached_bytes;       // in free objects of the caches
    uint64_t fetches, returns; // batches moved from and to the central lists
};

// Once, before everything else.
void cache_init(void);
// An object of the class, or NULL when memory is short.
void *cache_allocate(unsigned size_class);
// Gives an object of the class back. Returns false when it certainly is free already: the caller's error.
bool cache_free(unsigned size_class, void *memory);
// Gives everything in the calling thread's cache to the central lists. The thread keeps the cache.
void cache_flush(void);

// The sum over all threads; exact when none of them allocates meanwhile.
void cache_statistics(struct cache_statistics *statistics);
// Free objects of the class in all caches; while no other thread allocates.
size_t cache_count_objects(unsigned size_class);

#endif
