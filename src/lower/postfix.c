#include "lower/postfix.h"

#include "lower/optimised.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static bool is_exchange(LLVMValueRef instruction)
{
    static const char prefix[] = "__atomic_compare_exchange";
    size_t length;
    if (LLVMIsAAtomicCmpXchgInst(instruction))
        return true;
    return LLVMIsACallInst(instruction) &&
           strncmp(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length), prefix, strlen(prefix)) == 0;
}

// A block that is a loop, and compares and exchanges once.
static bool is_exchange_loop(LLVMBasicBlockRef block)
{
    unsigned exchanges = 0;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        exchanges += is_exchange(i);
    return exchanges == 1 && LLVMGetNumSuccessors(end) == 2 &&
           (LLVMGetSuccessor(end, 0) == block || LLVMGetSuccessor(end, 1) == block);
}

// What comes into the loop from outside; NULL: it does not come from the same expression.
static LLVMValueRef first_value(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    if (LLVMCountIncoming(phi) != 2)
        return NULL;
    unsigned outside = LLVMGetIncomingBlock(phi, 0) == block;
    LLVMValueRef value = LLVMGetIncomingValue(phi, outside);
    LLVMBasicBlockRef before = LLVMGetIncomingBlock(phi, outside);
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != before ||
        LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(before)) != 1)
        return NULL;
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(phi);
    return location && LLVMInstructionGetDebugLoc(value) == location ? value : NULL;
}

// A use of the value behind the loop; NULL without one. What the value is used for before the loop is the
// loop.
static LLVMUseRef use_behind(LLVMValueRef value, LLVMValueRef phi)
{
    LLVMBasicBlockRef before = LLVMGetInstructionParent(value);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != phi && LLVMGetInstructionParent(user) != before)
            return use;
    }
    return NULL;
}

static void resolve_loop(LLVMBasicBlockRef block)
{
    LLVMValueRef phi = LLVMGetFirstInstruction(block);
    LLVMValueRef value = LLVMIsAPHINode(phi) ? first_value(phi, block) : NULL;
    LLVMUseRef use;
    while (value && (use = use_behind(value, phi))) {
        LLVMValueRef user = LLVMGetUser(use);
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, k) == value)
                LLVMSetOperand(user, k, phi);
    }
}

void postfix_resolve(LLVMModuleRef module)
{
    struct optimised optimised = optimised_units(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !optimised_not(&optimised, f))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            if (is_exchange_loop(b))
                resolve_loop(b);
    }
    optimised_free(&optimised);
}
