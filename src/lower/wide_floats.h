// Conversions between floating point and integers of 65 to 128 bits, which processors do not have: calls of
// the runtime library's (src/runtime/wide_floats.c). Private to src/lower.
#ifndef HEDDLE_LOWER_WIDE_FLOATS_H
#define HEDDLE_LOWER_WIDE_FLOATS_H

#include <llvm-c/Core.h>

// Of vectors, and of floating point of other formats than C's three, they stay. To be called before the
// library is linked.
void wide_floats_resolve(LLVMModuleRef module);

#endif
