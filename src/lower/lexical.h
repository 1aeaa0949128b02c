// Which blocks of the source an instruction stands in, by debug information. Private to src/lower.
#ifndef HEDDLE_LOWER_LEXICAL_H
#define HEDDLE_LOWER_LEXICAL_H

#include "lower/map.h"

#include <llvm-c/Core.h>
#include <llvm-c/Types.h>

#include <stdbool.h>
#include <stdint.h>

// A block of a function, in the instance of it that was inlined there (NULL: in none). `parent` is the one
// around it; that of an inlined function is where it is called.
struct lexical_block {
    LLVMMetadataRef scope, inlined;
    uint32_t parent;
    uint32_t other; // the same block in another instance
};

#define LEXICAL_NONE MAP_ABSENT

// Blocks have numbers. A cleared one is empty but for the context.
struct lexical {
    LLVMContextRef context;
    struct map locations, scopes;
    VECTOR(struct lexical_block) blocks;
};

// Releases what it keeps; the structure itself is the caller's.
void lexical_free(struct lexical *x);
// The innermost block of a location; LEXICAL_NONE without one.
uint32_t lexical_at(struct lexical *x, LLVMMetadataRef location);
// The block of a variable that is declared at that location.
uint32_t lexical_of_variable(struct lexical *x, LLVMMetadataRef variable, LLVMMetadataRef location);
// Whether `inner` is `outer` or lies in it.
bool lexical_within(const struct lexical *x, uint32_t inner, uint32_t outer);
// The innermost block that both lie in; LEXICAL_NONE: there is none.
uint32_t lexical_common(const struct lexical *x, uint32_t a, uint32_t b);
// Whether it is a whole function, inlined or not.
bool lexical_is_function(const struct lexical *x, uint32_t block);
// The statement around it where that is a `for` with the conditions and steps of which clang makes a block of
// their own; else the block itself.
uint32_t lexical_of_statement(const struct lexical *x, uint32_t block);
// The value that a call of llvm.dbg.declare or llvm.dbg.value is about. NULL: it is gone, or is computed from
// several (DIArgList, which optimised code has).
LLVMValueRef lexical_described(LLVMValueRef call);
// Operand `number` of a node; NULL: none.
LLVMMetadataRef lexical_operand(LLVMContextRef context, LLVMMetadataRef node, unsigned number);

#endif
