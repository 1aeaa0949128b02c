// Which memory only the function that is looked at can reach.
#include "lower/instrument_code.h"

#include <string.h>

LLVMValueRef private_object(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
           (LLVMIsAConstantExpr(pointer) &&
            (LLVMGetConstOpcode(pointer) == LLVMGetElementPtr || LLVMGetConstOpcode(pointer) == LLVMBitCast)))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer) ? pointer : NULL;
}

static bool is_harmless_intrinsic(LLVMValueRef call)
{
    static const char *const names[] = {"llvm.lifetime.", "llvm.dbg.", "llvm.memset.", "llvm.memcpy.",
                                        "llvm.memmove."};
    LLVMValueRef function = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(function))
        return false;
    const char *name = LLVMGetValueName(function);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

// Whether the pointer, or one made of it, is stored, passed on, or otherwise kept.
static bool pointer_escapes(LLVMValueRef pointer, unsigned depth)
{
    if (depth > 8)
        return true;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
            (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer) ||
            (LLVMIsACallInst(user) && is_harmless_intrinsic(user)))
            continue;
        if ((LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) && !pointer_escapes(user, depth + 1))
            continue;
        return true;
    }
    return false;
}

void private_note(struct instrumenter *in, LLVMValueRef alloca)
{
    if (!pointer_escapes(alloca, 0))
        map_put(&in->privates, alloca, 1);
}

bool private_is(const struct instrumenter *in, LLVMValueRef pointer)
{
    LLVMValueRef object = private_object(pointer);
    if (!object)
        return false;
    if (LLVMIsAGlobalVariable(object))
        return LLVMIsGlobalConstant(object);
    return map_get(&in->privates, object) != MAP_ABSENT;
}
