#include "lower/async_labels.h"

#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static void stop_at_label(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef before)
{
    static const char name[] = "__runtime_async_label"; // src/runtime/async.c
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(module)), NULL, 0, false);
    LLVMValueRef declared = LLVMGetNamedFunction(module, name);
    if (!declared)
        declared = LLVMAddFunction(module, name, type);
    LLVMPositionBuilderBefore(builder, before);
    LLVMValueRef call = LLVMBuildCall2(builder, type, declared, NULL, 0, "");
    LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(before));
}

static bool is_thread(const char *name)
{
    static const char label[] = "__CPROVER_ASYNC_";
    return name && strncmp(name, label, strlen(label)) == 0;
}

// Whether an instruction says that a label for a thread stands there. Where clang has inlined a function at
// once, this is all that is left of its labels; bitcode may have no names of blocks.
static bool marks_thread(LLVMValueRef instruction, unsigned mark)
{
    enum { LABEL_NAME = 1 }; // of the operands of a DILabel
    if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)) ||
        LLVMGetIntrinsicID(LLVMGetCalledValue(instruction)) != mark)
        return false;
    LLVMValueRef node = LLVMGetOperand(instruction, 0), operands[8];
    unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node);
    unsigned length;
    if (count <= LABEL_NAME || count > sizeof operands / sizeof *operands)
        return false;
    LLVMGetMDNodeOperands(node, operands);
    return operands[LABEL_NAME] && is_thread(LLVMGetMDString(operands[LABEL_NAME], &length));
}

static void stop_in_block(LLVMModuleRef module, LLVMBuilderRef builder, LLVMBasicBlockRef block)
{
    static const char name[] = "llvm.dbg.label";
    unsigned mark = LLVMLookupIntrinsicID(name, strlen(name));
    if (is_thread(LLVMGetBasicBlockName(block))) {
        stop_at_label(module, builder, LLVMGetFirstInstruction(block));
        return;
    }
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (marks_thread(i, mark))
            stop_at_label(module, builder, i);
}

void async_labels_stop(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMBool records = LLVMIsNewDbgInfoFormat(module);
    LLVMSetIsNewDbgInfoFormat(module, false); // as calls, labels can be looked at
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            stop_in_block(module, builder, b);
    LLVMSetIsNewDbgInfoFormat(module, records);
    LLVMDisposeBuilder(builder);
}
