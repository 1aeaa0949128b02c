// Types of the source from the debug information, for the names of what a program accesses
// (program/type_path.h).
#ifndef HEDDLE_LOWER_SOURCE_TYPES_H
#define HEDDLE_LOWER_SOURCE_TYPES_H

#include "lower/lower.h"

// The number of a global variable's type, 0 if it is unknown.
uint32_t source_type_of_global(struct lowering *l, LLVMValueRef global);
// Looks at what function `number` declares and allocates, before its instructions are lowered; nothing is
// known of those of the runtime library. The module's declarations are calls (LLVMSetIsNewDbgInfoFormat).
void source_types_of_function(struct lowering *l, LLVMValueRef function, uint32_t number);
// The number of the type of a variable of the last such function that has `size` bytes; 0: any number.
uint32_t source_type_of_variable(struct lowering *l, LLVMValueRef alloca, uint64_t size);
// Describes all types that were numbered and those that they consist of, once everything is lowered.
void source_types_finish(struct lowering *l);

#endif
