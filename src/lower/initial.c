#include "lower/initial.h"

#include "lower/scopes.h"

#include <stdbool.h>
#include <stdio.h>

static bool has_scalar_kind(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
}

// Whether every use is a plain load or store of the variable as a whole: then it will be promoted.
static bool will_be_promoted(LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    if (!has_scalar_kind(type))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool load = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
                     LLVMGetOperand(user, 0) != variable && LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
        if (!scope_is_mark(user) && (!(load || store) || LLVMGetVolatile(user)))
            return false;
    }
    return true;
}

// The variable's name lives on in that of its initial value.
static void name_after(LLVMValueRef value, LLVMValueRef variable)
{
    char name[200];
    size_t length;
    const char *plain = LLVMGetValueName2(variable, &length);
    int used =
        snprintf(name, sizeof name, INITIAL_VALUE_NAME "%.*s", (int)(length < 150 ? length : 150), plain);
    LLVMSetValueName2(value, name, (size_t)used);
}

void initial_values(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMIsAAllocaInst(i) || !next || !will_be_promoted(i))
                continue;
            LLVMPositionBuilderBefore(builder, next);
            LLVMValueRef any = LLVMBuildFreeze(builder, LLVMGetUndef(LLVMGetAllocatedType(i)), "");
            name_after(any, i);
            LLVMBuildStore(builder, any, i);
        }
    }
    LLVMDisposeBuilder(builder);
}
