// Where things lie in the address space of the checked program, shared by the front end (globals, functions)
// and the machine (stacks, heap).
//
// The space is cut into chunks of 2^chunk_bits bytes. Chunk 0 holds no data: null and addresses near it, and
// the addresses of functions. Globals start in chunk 1. Further chunks belong to one thread each
// (machine/memory.h); those of all but the first threads are narrow, of 2^narrow_bits bytes, so that there is
// one for many of them, and so that no address of 64 bits uses the upper 17. Objects that exist at one time
// never overlap; between two of them lies a red zone, so that running over an end does not reach the next
// object, and one-past-the-end is not the start of another.
#ifndef HEDDLE_PROGRAM_LAYOUT_H
#define HEDDLE_PROGRAM_LAYOUT_H

#include <stdint.h>

// A chunk's map has an entry per granule; no two objects lie in one.
#define LAYOUT_GRANULE 32u
// Address of function number i.
#define LAYOUT_FUNCTION_BASE 0x10000u
#define LAYOUT_FUNCTION_STRIDE 16u

static inline unsigned layout_chunk_bits(unsigned pointer_bits)
{
    return pointer_bits == 64 ? 32 : 22;
}

// The threads that have chunks of the usual size, main among them.
#ifndef LAYOUT_WIDE_THREADS
#define LAYOUT_WIDE_THREADS 256u // tests make it less
#endif
static inline unsigned layout_narrow_bits(unsigned pointer_bits)
{
    return pointer_bits == 64 ? 30 : 15;
}

// Bytes between the end of an object and the start of the next, at least.
static inline uint64_t layout_red_zone(unsigned pointer_bits)
{
    return pointer_bits == 64 ? 192 : 16;
}

static inline uint64_t layout_align_up(uint64_t x, uint64_t alignment)
{
    return (x + alignment - 1) & ~(alignment - 1);
}

// The first address at or after `cursor` for an object of that alignment (a power of two): an odd multiple of
// it. What C and the ABI promise is kept, and nothing beyond it seems to hold (bits for tags in pointers).
static inline uint64_t layout_start(uint64_t cursor, uint64_t alignment)
{
    uint64_t unit = 2 * alignment > LAYOUT_GRANULE ? 2 * alignment : LAYOUT_GRANULE;
    return layout_align_up(cursor, unit) + alignment;
}

// The cursor after an object of `size` bytes at `start`.
static inline uint64_t layout_after(uint64_t start, uint64_t size, unsigned pointer_bits)
{
    return start + size + layout_red_zone(pointer_bits);
}

static inline uint64_t layout_function_address(uint32_t function)
{
    return LAYOUT_FUNCTION_BASE + (uint64_t)function * LAYOUT_FUNCTION_STRIDE;
}

#endif
