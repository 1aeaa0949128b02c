#include "lower/implicit.h"

#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stddef.h>

// Whether the value is not zero, as an int; NULL: it is of a type that is never compared.
static LLVMValueRef build_truth(LLVMBuilderRef builder, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value), result = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    LLVMValueRef zero = LLVMConstNull(type), differs;
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind: differs = LLVMBuildICmp(builder, LLVMIntNE, value, zero, ""); break;
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind: differs = LLVMBuildFCmp(builder, LLVMRealUNE, value, zero, ""); break;
    default: return NULL;
    }
    return LLVMBuildZExt(builder, differs, result, "");
}

static bool is_assertion_call(LLVMValueRef user, LLVMValueRef function)
{
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function && LLVMGetNumArgOperands(user) == 1;
}

static void replace_assertion_call(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef assertion)
{
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef condition = build_truth(builder, LLVMGetOperand(call, 0));
    if (!condition)
        return;
    LLVMValueRef arguments[] = {condition, LLVMBuildGlobalStringPtr(builder, "assert", "")};
    LLVMValueRef made =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(assertion), assertion, arguments, 2, "");
    LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(call));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, LLVMConstNull(LLVMTypeOf(call)));
    LLVMInstructionEraseFromParent(call);
}

static LLVMValueRef declare_assertion(LLVMModuleRef module)
{
    static const char name[] = "__CPROVER_assert"; // takes a text, too
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef declared = LLVMGetNamedFunction(module, name);
    LLVMTypeRef types[] = {LLVMInt32TypeInContext(context), LLVMPointerTypeInContext(context, 0)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, 2, false);
    return declared ? declared : LLVMAddFunction(module, name, type);
}

void implicit_assertions(LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "assert");
    if (!function || !LLVMIsDeclaration(function))
        return;
    LLVMValueRef assertion = declare_assertion(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (is_assertion_call(LLVMGetUser(use), function))
            replace_assertion_call(builder, LLVMGetUser(use), assertion);
    }
    LLVMDisposeBuilder(builder);
}
