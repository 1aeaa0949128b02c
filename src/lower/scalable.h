// Scalable vectors, whose size only the machine knows that runs the program: no module with one is taken.
#ifndef HEDDLE_LOWER_SCALABLE_H
#define HEDDLE_LOWER_SCALABLE_H

#include <llvm-c/Core.h>

#include <stdbool.h>

// Whether the type is, or has as a part, a scalable vector.
bool scalable_type(LLVMTypeRef type);
// Whether anything in the module has such a type, or an address that is computed by one.
bool scalable_module(LLVMModuleRef module);

#endif
