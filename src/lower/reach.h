// What a program can reach from where it starts.
#ifndef HEDDLE_LOWER_REACH_H
#define HEDDLE_LOWER_REACH_H

#include "base/error.h"

#include <llvm-c/Core.h>

// The functions, variables and aliases of a module, one after the other; NULL begins, and ends.
LLVMValueRef reach_next(LLVMModuleRef module, LLVMValueRef global);
// Whether nothing outside of its module can refer to it.
bool reach_is_local(LLVMValueRef global);

// Whether control may come to a function of this name although nothing refers to it: that is where programs
// begin, and end.
bool reach_is_root(const char *name);
// Removes from a module with a main what neither the roots nor constructors and destructors refer to,
// directly or not.
bool reach_reduce(LLVMModuleRef module, struct error *error);

#endif
