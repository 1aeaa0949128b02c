// Blocks of the heap, for natives that make and release them. Private to src/machine.
#ifndef HEDDLE_MACHINE_NATIVE_MEMORY_H
#define HEDDLE_MACHINE_NATIVE_MEMORY_H

#include "machine/native.h"

// Makes the block that a call asks for, of `size` bytes at a multiple of `alignment` (a power of two), with
// zeros in it or uninitialised. NO_OBJECT: the call is over, with *result, which is always written.
uint32_t native_new_block(struct machine *m, struct call *c, uint64_t size, uint64_t alignment, bool zeroed,
                          enum native_result *result);
// The call for a block fails: the size is more than there can be.
enum native_result native_refuse(struct machine *m, struct call *c);
// Releases a block, which is a write to all of it: it conflicts with every access. False: stopped.
bool native_release_block(struct machine *m, struct object *o);

#endif
