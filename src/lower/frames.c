#include "lower/frames.h"

#include <llvm-c/Target.h>

#include <stdio.h>
#include <stdlib.h>

static const char attribute[] = "heddle-frame";

bool frame_grows(LLVMValueRef variable)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(variable);
    return !LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) ||
           block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

static uint64_t variables(LLVMTargetDataRef layout, LLVMValueRef function)
{
    uint64_t sum = 0;
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    for (; i; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsAAllocaInst(i) || frame_grows(i))
            continue;
        uint64_t one = LLVMABISizeOfType(layout, LLVMGetAllocatedType(i)), all;
        if (__builtin_mul_overflow(one, LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)), &all) ||
            __builtin_add_overflow(sum, all, &sum))
            return UINT32_MAX;
    }
    return sum < UINT32_MAX ? sum : UINT32_MAX;
}

void frames_note(LLVMModuleRef module)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    LLVMContextRef context = LLVMGetModuleContext(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        char text[24];
        if (LLVMIsDeclaration(f))
            continue;
        int length = snprintf(text, sizeof text, "%llu", (unsigned long long)variables(layout, f));
        LLVMAddAttributeAtIndex(
            f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateStringAttribute(context, attribute, sizeof attribute - 1, text, (unsigned)length));
    }
}

uint32_t frame_bytes(LLVMValueRef function)
{
    unsigned length;
    LLVMAttributeRef found = LLVMGetStringAttributeAtIndex(
        function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute, sizeof attribute - 1);
    return found ? (uint32_t)strtoul(LLVMGetStringAttributeValue(found, &length), NULL, 10) : 0;
}
