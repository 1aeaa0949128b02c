// Counted allocation. Every allocation of the library goes through here, so that a test can make each one
// fail in turn, a debug build can report what was not released, and a check keeps to its share of memory.
//
// Allocation never returns NULL: when memory runs out, the handler of the public function is jumped to
// (base/failure.h), and the check ends `inconclusive`. What was allocated on the way is then lost where
// nobody holds it.
#ifndef HEDDLE_BASE_MEMORY_H
#define HEDDLE_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

// Numbers of elements are 32 bits wide, and the highest ones stand for "none" here and there.
#define MEMORY_MOST_ELEMENTS 0xffffff00u

// Returns `size` bytes, not cleared. Owned by the caller; release with memory_free.
void *memory_alloc(size_t size);
// Returns count * size bytes, cleared. Overflow of the product counts as running out of memory.
void *memory_zalloc(size_t count, size_t size);
// Resizes as realloc does.
void *memory_resize(void *block, size_t size);
// A copy of a string, or of its first `length` bytes with a terminating zero.
char *memory_copy_string(const char *text);
char *memory_copy_bytes(const char *text, size_t length);
// Formats into a new string owned by the caller.
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void memory_free(void *block);

// Twice the number of slots of a table. Beyond 2^31 memory counts as run out.
uint32_t memory_doubled(uint32_t count);
// Room for `need` elements and more, where there is room for `capacity`: doubled until it is enough, large
// ones grown by a quarter, since what is not used counts as held. Beyond MEMORY_MOST_ELEMENTS memory counts
// as run out.
uint32_t memory_room(uint32_t capacity, uint64_t need);

// The following count what this thread has allocated and released.

// Blocks handed out and not released yet, for leak checks.
size_t memory_live_blocks(void);
// Bytes handed out and not released yet.
uint64_t memory_held(void);
// From now on, an allocation with which more than so many bytes would be held counts as running out of memory
// (0: none does). Returns the limit before.
uint64_t memory_limit(uint64_t bytes);

// Test hook: the allocation that comes `n` allocations from now fails once (0: never). Returns what was left
// to go of the one before, 0: it has failed, or there was none.
uint64_t memory_fail_after(uint64_t n);

#endif
