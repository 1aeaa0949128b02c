// Inline assembly for x86, understood by a table (lower/assembly_table.c).
#ifndef HEDDLE_LOWER_ASSEMBLY_H
#define HEDDLE_LOWER_ASSEMBLY_H

#include <llvm-c/Core.h>

// Puts LLVM's own instructions in the place of all inline assembly that is understood completely; what is not
// stays, with the reason (assembly_reason). To be called before the runtime library is linked, where the
// clock is.
void assembly_resolve(LLVMModuleRef module);

// Why a call of inline assembly is still there, after a colon; empty where nothing is known. Valid as long as
// the module is.
const char *assembly_reason(LLVMValueRef call);

#endif
