#include "lower/recovery.h"

#include "lower/initialisers.h"

#include <stddef.h>

void recovery_forget(LLVMModuleRef module)
{
    LLVMValueRef routine = LLVMGetNamedFunction(module, RECOVERY_ROUTINE);
    if (!routine || LLVMIsDeclaration(routine))
        return;
    LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef unknown = LLVMAddFunction(module, "", LLVMFunctionType(nothing, NULL, 0, 0));
    LLVMReplaceAllUsesWith(routine, unknown);
    LLVMDeleteFunction(routine);
    LLVMSetValueName2(unknown, RECOVERY_ROUTINE, sizeof RECOVERY_ROUTINE - 1);
    initialisers_add(module, "llvm.global_dtors", unknown);
}
