// What `x++` and `x--` of atomic variables give. Private to src/lower.
#ifndef HEDDLE_LOWER_POSTFIX_H
#define HEDDLE_LOWER_POSTFIX_H

#include <llvm-c/Core.h>

// Where no single instruction adds (pointers, long double), clang 19 makes `x++` of an atomic variable a loop
// around a compare-exchange, and gives what was read before the loop, although the compare-exchange may have
// succeeded only later, with another value (LLVM issue 53079). C11 6.5.2.4p2 makes it one read-modify-write
// operation, whose value is the one that it replaces: that is what is given after this. Optimised code, in
// which such a loop may be the program's own, and code without debug information stay as they are. To be
// called before variables are promoted.
void postfix_resolve(LLVMModuleRef module);

#endif
