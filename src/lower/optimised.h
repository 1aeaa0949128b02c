// Which code was optimised, by debug information. Private to src/lower.
#ifndef HEDDLE_LOWER_OPTIMISED_H
#define HEDDLE_LOWER_OPTIMISED_H

#include "base/vector.h"

#include <llvm-c/Core.h>

#include <stdbool.h>

// The compile units of a module that were optimised. optimised_free() frees it.
struct optimised {
    LLVMContextRef context;
    VECTOR(LLVMMetadataRef) units;
};

// Owned by the caller; refers to the module, which must outlive it.
struct optimised optimised_units(LLVMModuleRef module);
void optimised_free(struct optimised *optimised);
// Whether the function has debug information that says it was not optimised.
bool optimised_not(const struct optimised *optimised, LLVMValueRef function);

#endif
