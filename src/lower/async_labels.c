#include "lower/async_labels.h"

#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static void stop(LLVMModuleRef module, LLVMBuilderRef builder, LLVMBasicBlockRef block)
{
    static const char name[] = "__runtime_async_label"; // src/runtime/async.c
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(module)), NULL, 0, false);
    LLVMValueRef declared = LLVMGetNamedFunction(module, name), first = LLVMGetFirstInstruction(block);
    if (!declared)
        declared = LLVMAddFunction(module, name, type);
    LLVMPositionBuilderBefore(builder, first);
    LLVMValueRef call = LLVMBuildCall2(builder, type, declared, NULL, 0, "");
    LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(first));
}

void async_labels_stop(LLVMModuleRef module)
{
    static const char label[] = "__CPROVER_ASYNC_";
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            if (strncmp(LLVMGetBasicBlockName(b), label, strlen(label)) == 0)
                stop(module, builder, b);
    LLVMDisposeBuilder(builder);
}
