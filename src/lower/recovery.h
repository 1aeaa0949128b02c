// GenMC's recovery routine: what the program does after a crash at any moment, with the files that are there
// then. It has no model.
#ifndef HEDDLE_LOWER_RECOVERY_H
#define HEDDLE_LOWER_RECOVERY_H

#include <llvm-c/Core.h>

#define RECOVERY_ROUTINE "__VERIFIER_recovery_routine"

// Where a module defines the routine, the program calls it when it ends, as a function without a body: so the
// result says that it was not checked.
void recovery_forget(LLVMModuleRef module);

#endif
