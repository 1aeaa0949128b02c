// Names of objects and of their parts, for people. Private to src/machine.
#ifndef HEDDLE_MACHINE_NAMING_H
#define HEDDLE_MACHINE_NAMING_H

#include "machine/state.h"
#include "program/type_path.h"

// A variable's name, "block of 16 bytes allocated at a.c:10", "a temporary".
void naming_object(const struct machine *m, const struct object *o, char *text, size_t size);
// "balance[1]", "queue.lock"; by bytes where that is not known, or the address is outside: "balance+64".
// `bytes`: of the part that is meant, or TYPE_PATH_WHOLE.
void naming_in_variable(const struct machine *m, const struct object *o, uint64_t address, uint64_t bytes,
                        char *text, size_t size);
// FILE:LINE of an instruction.
void naming_place(const struct machine *m, uint32_t code, char *text, size_t size);
// A block of the heap in few words: "malloc at a.c:10", and for the second one from there "malloc at a.c:10
// #2".
void naming_block(const struct machine *m, const struct object *o, char *text, size_t size);
// Type of a variable, or of what a block of the heap holds (one of it, or an array); 0: unknown.
uint32_t naming_type(const struct machine *m, const struct object *o);
// The bytes of a live object as a number; false where they are not known.
bool naming_word(const struct object *o, uint64_t offset, unsigned size, uint64_t *word);
// The object of an address: the nearest one below it within reach of a red zone, or the one that begins right
// behind it. NULL: none.
const struct object *naming_nearest(const struct machine *m, uint64_t address);
// The way in a block of the heap to the part of `bytes` bytes at `offset`: "->next", "[3]". The text begins
// empty.
struct type_path naming_block_part(const struct machine *m, const struct object *o, uint64_t offset,
                                   uint64_t bytes, char *text, size_t size);

// The way to a part of a block of the heap from the program's variables by the pointers that they hold now:
// "queue.head->next". False: there is no short one, and nothing is written.
bool pointer_path(const struct machine *m, const struct object *block, uint64_t offset, uint64_t bytes,
                  struct type_path *part, char *text, size_t size);

#endif
