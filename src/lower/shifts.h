// Checks of signed shifts, which `heddle cc` puts into all bitcode since nothing but the source tells that a
// value has a sign.
#ifndef HEDDLE_LOWER_SHIFTS_H
#define HEDDLE_LOWER_SHIFTS_H

#include <llvm-c/Core.h>

#include <stdbool.h>

// clang's number of the check, in LIST_SANITIZER_CHECKS: stable, as it is in its library's interface.
#define CHECK_SHIFT_OUT_OF_BOUNDS 20u
// Whether the instruction is the trap of such a check.
bool shifts_is_trap(LLVMValueRef instruction);

// Says of all functions of a module that nobody asked for its checks; bodies may not have been read yet.
void shifts_mark(LLVMModuleRef module);
// Takes the checks out of these functions: their branches always go on.
void shifts_unchecked(LLVMModuleRef module);

#endif
