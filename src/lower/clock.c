#include "lower/clock.h"

#include "program/program.h"

#include <stdbool.h>

static bool is_defined(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function && !LLVMIsDeclaration(function);
}

static void settle_branch(LLVMBuilderRef builder, LLVMValueRef branch, bool truth)
{
    LLVMPositionBuilderBefore(builder, branch);
    LLVMBuildBr(builder, LLVMGetSuccessor(branch, truth ? 0 : 1));
    LLVMInstructionEraseFromParent(branch);
}

static void settle_call(LLVMBuilderRef builder, LLVMValueRef call, bool truth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(call), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (LLVMIsABranchInst(LLVMGetUser(use)))
            settle_branch(builder, LLVMGetUser(use), truth);
    }
    LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), truth, 0));
    LLVMInstructionEraseFromParent(call);
}

// Only the runtime library asks; what else uses the name is left, as something unmodelled.
static bool is_question(LLVMValueRef user, LLVMValueRef question)
{
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == question &&
           LLVMTypeOf(user) == LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(user)));
}

void clock_settle(LLVMModuleRef module)
{
    LLVMValueRef question = LLVMGetNamedFunction(module, "__heddle_clock_is_read");
    if (!question || !LLVMIsDeclaration(question))
        return;
    bool truth = is_defined(module, PROGRAM_LOOK);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMUseRef use = LLVMGetFirstUse(question), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (is_question(LLVMGetUser(use), question))
            settle_call(builder, LLVMGetUser(use), truth);
    }
    LLVMDisposeBuilder(builder);
    if (!LLVMGetFirstUse(question))
        LLVMDeleteFunction(question);
}
