// Questions of the runtime library about the whole program: functions without a body that return bool, whose
// calls become constants when everything is linked. A program that does not contain what is asked for pays
// nothing for it.
#ifndef HEDDLE_LOWER_QUESTION_H
#define HEDDLE_LOWER_QUESTION_H

#include <llvm-c/Core.h>

#include <stdbool.h>

// Whether the module has the question open.
bool question_is_asked(LLVMModuleRef module, const char *name);
// Replaces calls of the question by the answer, and branches on it by jumps: what they no longer lead to is
// not lowered. To be called before promotion, while there are no phi nodes.
void question_resolve(LLVMModuleRef module, const char *name, bool truth);
// Answers those that ask whether a function of the library is linked.
void questions_resolve(LLVMModuleRef module);

#endif
