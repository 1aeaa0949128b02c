// The scopes of variables that clang does not mark, or marks wrongly, by debug information. Private to
// src/lower.
#ifndef HEDDLE_LOWER_UNMARKED_H
#define HEDDLE_LOWER_UNMARKED_H

#include <llvm-c/Core.h>

// Clang marks no scope of variables past whose declaration something jumps, nor of compound literals, and it
// ends that of a variable at a jump back to a label that stands before the declaration in the same block,
// where it goes on (C11 6.2.4p6). Here these get marks of their own (scopes.h): a scope begins where the
// variable is declared, or where something has jumped past that, where it is used first, and ends where
// control has left its block. Where no declaration says which block that is, the marks are doubtful. Code
// without debug information, and what was optimised, stays as it is.
void unmarked_scopes(LLVMModuleRef module);

#endif
