// Functions that a program calls without a declaration, as older C allows, and means as everybody does.
#ifndef HEDDLE_LOWER_IMPLICIT_H
#define HEDDLE_LOWER_IMPLICIT_H

#include <llvm-c/Core.h>

// Makes calls of `assert` that nobody defines (the header was left out) assertions, whatever the type of the
// argument is. To be called when all files of the program are linked.
void implicit_assertions(LLVMModuleRef module);

#endif
