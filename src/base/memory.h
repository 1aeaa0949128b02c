// Counted allocation. Every allocation of the library goes through here, so that a test build can make each
// one fail in turn and a debug build can report what was not released.
//
// Allocation never returns NULL: when memory runs out, the handler installed by the caller of the library (a
// jmp_buf, see memory_guard) is jumped to, and the check ends `inconclusive`. A library never exits; without
// a handler the process aborts, since there is nothing else that could be correct.
#ifndef HEDDLE_BASE_MEMORY_H
#define HEDDLE_BASE_MEMORY_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

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

// Blocks handed out and not released yet, for leak checks.
size_t memory_live_blocks(void);

// Sets where a failed allocation jumps to (NULL: abort). Returns the handler it replaces.
jmp_buf *memory_guard(jmp_buf *handler);

// Test hook: the allocation that comes `n` allocations from now fails once (0: never).
void memory_fail_after(uint64_t n);

#endif
