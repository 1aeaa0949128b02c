// Local variables that are read before they are written.
#ifndef HEDDLE_LOWER_INITIAL_H
#define HEDDLE_LOWER_INITIAL_H

#include <llvm-c/Core.h>

// Stores an indeterminate value (freeze undef) into every local variable that promotion to registers
// (mem2reg) will remove. Without it, promotion may choose the value that suits it: of `int x; if (c) x = 1;
// use(x)` it makes use(1), and the executions in which x is something else are lost.
void initial_values(LLVMModuleRef module);

// These values are called so, followed by the name of the variable.
#define INITIAL_VALUE_NAME "initial value of "

#endif
