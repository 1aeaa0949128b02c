// Parts of objects by their names in the source: where in a type an offset lies. For people only.
#ifndef HEDDLE_PROGRAM_TYPE_PATH_H
#define HEDDLE_PROGRAM_TYPE_PATH_H

#include "program/program.h"

// Which of the parts that begin at an offset is meant.
#define TYPE_PATH_WHOLE UINT64_MAX // the outermost
#define TYPE_PATH_INNERMOST                                                                                  \
    0u // the innermost that the program names; other numbers: the innermost of so many bytes

struct type_path {
    uint32_t type; // of the part; 0: unknown, or only some of its bytes are meant
    uint64_t rest; // bytes from the beginning of what the text names
};

// Appends the way from an object of `type` to the part of `bytes` bytes at `offset`, as in C: ".head",
// "[3].lock". Names that are the C library's (they begin with two underscores) are none. Of the members of a
// union that the part may be, none is named.
struct type_path type_path(const struct program *program, uint32_t type, uint64_t offset, uint64_t bytes,
                           char *text, size_t size);
// The path to the outermost part of type `target`, where there is one, else of any type.
struct type_path type_path_to(const struct program *program, uint32_t type, uint64_t offset, uint32_t target,
                              char *text, size_t size);
// The type with that number; that of entry 0 where it is unknown.
const struct source_type *type_at(const struct program *program, uint32_t type);
// Type of the variable that gets the blocks that are allocated at a place; 0: unknown.
uint32_t type_of_block(const struct program *program, uint32_t code);

#endif
