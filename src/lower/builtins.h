// Intrinsics of LLVM that the runtime library implements, and functions that it has in another form.
#ifndef HEDDLE_LOWER_BUILTINS_H
#define HEDDLE_LOWER_BUILTINS_H

#include <llvm-c/Core.h>

// Calls the library's functions instead. To be called before the library is linked.
void builtins_resolve(LLVMModuleRef module);

#endif
