// Types of the debug information as they are written in C.
#ifndef HEDDLE_LOWER_DECLARE_H
#define HEDDLE_LOWER_DECLARE_H

#include "base/vector.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdbool.h>

// What declarations need before them: lines, each once, in the order in which they were needed.
typedef VECTOR(char *) declare_lines;
struct declarations {
    LLVMContextRef context;
    bool absolute;          // paths of headers
    declare_lines includes; // #include ...
    declare_lines forwards; // struct s;
    const char *unknown;    // why the last type that was asked for cannot be written; NULL: it can be
};

// Releases the lines.
void declarations_free(struct declarations *d);
// The declaration of `inner` (a name, or what stands in its place) with the type; NULL is void. Owned by the
// caller. Sets d->unknown where that cannot be written.
char *declare(struct declarations *d, LLVMMetadataRef type, const char *inner);
// The type without qualifiers, as of an object that is written.
LLVMMetadataRef declare_unqualified(struct declarations *d, LLVMMetadataRef type);
// What a pointer points to, without qualifiers; *pointer: whether it is one.
LLVMMetadataRef declare_target(struct declarations *d, LLVMMetadataRef type, bool *pointer);
// Whether an object of the type can be made in another file: it is none of a function, of void, or of a
// structure that this file does not know.
bool declare_is_complete(struct declarations *d, LLVMMetadataRef type);
bool declare_is_pointer(struct declarations *d, LLVMMetadataRef type);
bool declare_is_record(struct declarations *d, LLVMMetadataRef type); // a structure or union
bool declare_is_text(struct declarations *d, LLVMMetadataRef type);   // char
// Operand `number` of a node; NULL: none.
LLVMMetadataRef declare_operand(struct declarations *d, LLVMMetadataRef node, unsigned number);
unsigned declare_operand_count(struct declarations *d, LLVMMetadataRef node);
void declare_add_line(declare_lines *lines, char *line); // takes it

#endif
