// The files that the program finds when it starts (program/given.h).
#ifndef HEDDLE_LOWER_GIVEN_H
#define HEDDLE_LOWER_GIVEN_H

#include "program/given.h"

#include <llvm-c/Core.h>

// Fills the table of the runtime library (__runtime_given, src/runtime/nodes.c), in a module that it has been
// linked to, and has its files made before main is called. Nothing where the program uses no files.
void given_place(LLVMModuleRef module, const struct given *files, uint32_t count);

#endif
