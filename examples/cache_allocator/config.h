// The sizes of everything, so that a checker can ask for a small one.
#ifndef CONFIG_H
#define CONFIG_H

#ifdef ALLOCATOR_TINY // an arena of a few KiB
#define ALLOCATOR_PAGE_SHIFT 8
#define ALLOCATOR_TRANSFER_SLOTS 1
#endif

#ifndef ALLOCATOR_PAGE_SHIFT
#define ALLOCATOR_PAGE_SHIFT 12 // log2 of the bytes of a page, at least 8
#endif
#ifndef ALLOCATOR_PAGES
#define ALLOCATOR_PAGES 8192 // of the arena
#endif
#ifndef ALLOCATOR_CACHES
#define ALLOCATOR_CACHES 64 // most threads that have a cache at a time; others use the central lists
#endif
#ifndef ALLOCATOR_BATCH
#define ALLOCATOR_BATCH 16 // most objects that move between a cache and a central list at once
#endif
#ifndef ALLOCATOR_TRANSFER_SLOTS
#define ALLOCATOR_TRANSFER_SLOTS 4 // whole batches that a central list keeps without taking them apart
#endif
#ifndef ALLOCATOR_CACHE_BYTES
#define ALLOCATOR_CACHE_BYTES (256u << 10) // a cache beyond this gives half of every list back
#endif

#define ALLOCATOR_PAGE_SIZE ((size_t)1 << ALLOCATOR_PAGE_SHIFT)

// The planted bug, 0 for none. What they are is told where they are: 1 and 3 in central.c, 2 in cache.c.
#ifndef BUG
#define BUG 0
#endif

#endif
