// Functions that run before main, or when the program ends: the lists llvm.global_ctors and llvm.global_dtors
// of a module.
#ifndef HEDDLE_LOWER_INITIALISERS_H
#define HEDDLE_LOWER_INITIALISERS_H

#include <llvm-c/Core.h>

// Adds the function, which has no parameters, to the list of that name as its first one of the highest
// priority: it runs before all other constructors, or after all other destructors.
void initialisers_add(LLVMModuleRef module, const char *list, LLVMValueRef function);

#endif
