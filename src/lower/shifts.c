#include "lower/shifts.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

bool shifts_is_trap(LLVMValueRef instruction)
{
    LLVMValueRef called = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    LLVMValueRef check = called && LLVMIsAFunction(called) && LLVMGetIntrinsicID(called) &&
                                 strcmp(LLVMGetValueName(called), "llvm.ubsantrap") == 0
                             ? LLVMGetOperand(instruction, 0)
                             : NULL;
    return check && LLVMIsAConstantInt(check) && LLVMConstIntGetZExtValue(check) == CHECK_SHIFT_OUT_OF_BOUNDS;
}

// The one branch to a block; NULL: none, or several.
static LLVMValueRef branch_to(LLVMBasicBlockRef block)
{
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    LLVMValueRef user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    return user && LLVMIsABranchInst(user) && LLVMIsConditional(user) ? user : NULL;
}

// Makes a branch go to `target` always.
static void go(LLVMBuilderRef builder, LLVMValueRef branch, LLVMBasicBlockRef target)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(branch);
    LLVMPositionBuilderBefore(builder, branch);
    LLVMInstructionSetDebugLoc(LLVMBuildBr(builder, target), location);
    LLVMInstructionEraseFromParent(branch);
}

// Where the amount has to be looked at first, that is a branch of its own: around a block that computes
// whether the value fits, to a phi of true and that.
static void remove_first_branch(LLVMBuilderRef builder, LLVMValueRef phi)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
    if (LLVMCountIncoming(phi) != 2 || LLVMGetFirstUse(phi))
        return;
    for (unsigned i = 0; i < 2; i++) {
        LLVMBasicBlockRef middle = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef branch = branch_to(middle);
        if (!branch || LLVMGetInstructionParent(branch) != LLVMGetIncomingBlock(phi, 1 - i) ||
            LLVMGetNextInstruction(phi) != LLVMGetBasicBlockTerminator(block))
            continue;
        LLVMInstructionEraseFromParent(phi);
        go(builder, branch, block);
        LLVMDeleteBasicBlock(middle);
        return;
    }
}

static void remove_check(LLVMBuilderRef builder, LLVMBasicBlockRef trap)
{
    LLVMValueRef branch = branch_to(trap);
    if (!branch)
        return;
    LLVMValueRef condition = LLVMGetCondition(branch);
    bool first = LLVMGetSuccessor(branch, 0) == trap;
    go(builder, branch, LLVMGetSuccessor(branch, first ? 1 : 0));
    LLVMDeleteBasicBlock(trap);
    if (LLVMIsAPHINode(condition))
        remove_first_branch(builder, condition);
}

static const char attribute[] = "heddle-shifts-unchecked";

void shifts_mark(LLVMModuleRef module)
{
    LLVMAttributeRef mark = LLVMCreateStringAttribute(LLVMGetModuleContext(module), attribute,
                                                      (unsigned)strlen(attribute), "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
}

static bool has_shift_mark(LLVMValueRef instruction)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute,
                                         (unsigned)strlen(attribute)) != NULL;
}

void shifts_unchecked(LLVMModuleRef module)
{
    LLVMValueRef trap = LLVMGetNamedFunction(module, "llvm.ubsantrap");
    LLVMBuilderRef builder = trap ? LLVMCreateBuilderInContext(LLVMGetModuleContext(module)) : NULL;
    for (LLVMUseRef use = trap ? LLVMGetFirstUse(trap) : NULL, next; use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (shifts_is_trap(call) && has_shift_mark(call))
            remove_check(builder, LLVMGetInstructionParent(call));
    }
    if (builder)
        LLVMDisposeBuilder(builder);
}
