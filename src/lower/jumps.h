// setjmp and longjmp as ordinary control flow, before promotion. What has called a function that longjmp may
// leave asks whether a jump is on its way; if so it goes to the setjmp that is meant, or returns. So the
// machine, analyses and summaries see calls, branches and returns only, frames end one by one, and a local
// variable has the value that it had when longjmp was called, as in memory (C17 7.13.2.1: without volatile
// that is indeterminate). Programs without longjmp stay as they are.
#ifndef HEDDLE_LOWER_JUMPS_H
#define HEDDLE_LOWER_JUMPS_H

#include "base/error.h"

#include <llvm-c/Core.h>

#include <stdbool.h>

// Rewrites the module in place. False with the error set: a use of setjmp or longjmp that has no such form.
bool jumps_resolve(LLVMModuleRef module, struct error *error);

#endif
