#include "lower/scopes.h"

#include "lower/unmarked.h"

#include <llvm-c/DebugInfo.h>

#include <stdint.h>
#include <string.h>

static bool calls_intrinsic(LLVMValueRef instruction, const char *prefix)
{
    LLVMValueRef called = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return called && LLVMIsAFunction(called) && LLVMGetIntrinsicID(called) &&
           strncmp(LLVMGetValueName(called), prefix, strlen(prefix)) == 0;
}

bool scope_is_mark(LLVMValueRef instruction)
{
    return calls_intrinsic(instruction, "llvm.lifetime.");
}

static bool is_end(LLVMValueRef instruction)
{
    return calls_intrinsic(instruction, "llvm.lifetime.end");
}

// ---- what can be pointed to from elsewhere

// Whether the address, or one derived from it, is anything but where an access goes.
static bool address_escapes(LLVMValueRef address, unsigned depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool access = LLVMIsALoadInst(user) ||
                      (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) || scope_is_mark(user) ||
                      calls_intrinsic(user, "llvm.dbg.") || calls_intrinsic(user, "llvm.memcpy.") ||
                      calls_intrinsic(user, "llvm.memset.") || calls_intrinsic(user, "llvm.memmove.");
        if (!access && !(depth && LLVMIsAGetElementPtrInst(user) && !address_escapes(user, depth - 1)))
            return true;
    }
    return false;
}

bool scope_escapes(LLVMValueRef variable)
{
    return address_escapes(variable, 16);
}

bool scope_has_marks(LLVMValueRef variable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (scope_is_mark(LLVMGetUser(use)))
            return true;
    return false;
}

void scope_erase_marks(LLVMValueRef variable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (scope_is_mark(LLVMGetUser(use)))
            LLVMInstructionEraseFromParent(LLVMGetUser(use));
    }
}

// ---- marks of heddle's

#define MARK_KIND "heddle.scope"

static unsigned mark_kind(LLVMContextRef context)
{
    return LLVMGetMDKindIDInContext(context, MARK_KIND, sizeof MARK_KIND - 1);
}

void scope_mark(LLVMBuilderRef builder, LLVMValueRef variable, bool end, unsigned flags)
{
    const char *name = end ? "llvm.lifetime.end" : "llvm.lifetime.start";
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable)));
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef pointer = LLVMTypeOf(variable), word = LLVMInt64TypeInContext(context);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, &pointer, 1);
    LLVMValueRef arguments[] = {LLVMConstAllOnes(word), variable};
    LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
    LLVMMetadataRef node = LLVMValueAsMetadata(LLVMConstInt(word, flags, false));
    LLVMMetadataRef list = LLVMMDNodeInContext2(context, &node, 1);
    LLVMSetMetadata(call, mark_kind(context), LLVMMetadataAsValue(context, list));
}

unsigned scope_mark_flags(LLVMValueRef mark)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(mark));
    LLVMValueRef list = LLVMGetMetadata(mark, mark_kind(context)), value;
    if (!list)
        return 0;
    LLVMGetMDNodeOperands(list, &value);
    return (unsigned)LLVMConstIntGetZExtValue(value);
}

// ---- blocks that are left by a switch

// The variable that says where to go on; NULL if the block is anything but marks, a load of it, and the
// switch.
static LLVMValueRef destination_of(LLVMBasicBlockRef block)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block), i = LLVMGetFirstInstruction(block);
    if (!last || !LLVMIsASwitchInst(last))
        return NULL;
    while (is_end(i))
        i = LLVMGetNextInstruction(i);
    bool fits = LLVMIsALoadInst(i) && LLVMGetNextInstruction(i) == last && LLVMGetOperand(last, 0) == i &&
                !LLVMGetVolatile(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 0));
    return fits ? LLVMGetOperand(i, 0) : NULL;
}

// The constant that the block has stored there when it ends; NULL: not known.
static LLVMValueRef stored(LLVMBasicBlockRef block, LLVMValueRef variable)
{
    for (LLVMValueRef i = LLVMGetLastInstruction(block); i; i = LLVMGetPreviousInstruction(i))
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable)
            return LLVMIsAConstantInt(LLVMGetOperand(i, 0)) ? LLVMGetOperand(i, 0) : NULL;
    return NULL;
}

static LLVMBasicBlockRef switch_target_of(LLVMValueRef switch_, LLVMValueRef value)
{
    for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(switch_); k += 2)
        if (LLVMGetOperand(switch_, k) == value)
            return LLVMValueAsBasicBlock(LLVMGetOperand(switch_, k + 1));
    return LLVMGetSwitchDefaultDest(switch_);
}

static bool has_phi(LLVMBasicBlockRef block)
{
    return LLVMIsAPHINode(LLVMGetFirstInstruction(block));
}

// Lets the block, which goes to one that is left by a switch, go where that would. False: it does not.
static bool go_directly(LLVMBuilderRef builder, LLVMBasicBlockRef block)
{
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
    if (!jump || !LLVMIsABranchInst(jump) || LLVMIsConditional(jump))
        return false;
    LLVMBasicBlockRef between = LLVMGetSuccessor(jump, 0);
    LLVMValueRef variable = between == block ? NULL : destination_of(between);
    LLVMValueRef value = variable ? stored(block, variable) : NULL;
    LLVMBasicBlockRef target = value ? switch_target_of(LLVMGetBasicBlockTerminator(between), value) : NULL;
    if (!target || has_phi(target))
        return false;
    LLVMPositionBuilderBefore(builder, jump);
    for (LLVMValueRef i = LLVMGetFirstInstruction(between); is_end(i); i = LLVMGetNextInstruction(i))
        LLVMInsertIntoBuilder(builder, LLVMInstructionClone(i));
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(jump));
    LLVMBuildBr(builder, target);
    LLVMInstructionEraseFromParent(jump);
    return true;
}

// What nothing goes to any more would only be in the way of what is found out about the program.
static void drop_unreached(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function), next; b; b = next) {
        next = LLVMGetNextBasicBlock(b);
        if (destination_of(b) && !LLVMGetFirstUse(LLVMBasicBlockAsValue(b)))
            LLVMDeleteBasicBlock(b);
    }
}

// ---- scopes that end where the function does

// Whether nothing but a return comes from that instruction on.
static bool only_returns(LLVMValueRef i, unsigned depth)
{
    for (; i; i = LLVMGetNextInstruction(i)) {
        bool local = (LLVMIsALoadInst(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 0))) ||
                     (LLVMIsAStoreInst(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 1)));
        if (LLVMIsAReturnInst(i) || LLVMIsAUnreachableInst(i))
            return true;
        if (LLVMIsABranchInst(i) && !LLVMIsConditional(i) && depth)
            return only_returns(LLVMGetFirstInstruction(LLVMGetSuccessor(i, 0)), depth - 1);
        if (!local && !is_end(i))
            return false;
    }
    return false;
}

static bool ends_with_function(LLVMValueRef variable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_end(user) && !only_returns(LLVMGetNextInstruction(user), 8))
            return false;
    }
    return true;
}

// Whether the function calls setjmp, or something like it.
static bool returns_twice(LLVMValueRef function)
{
    static const char name[] = "returns_twice";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) &&
                LLVMGetCallSiteEnumAttribute(i, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind))
                return true;
    return false;
}

// ---- all of it

static void erase_where(LLVMValueRef function, bool superfluous(LLVMValueRef variable))
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && superfluous(i))
            scope_erase_marks(i);
}

static bool is_private(LLVMValueRef variable)
{
    return !scope_escapes(variable);
}

void scopes_reduce(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        erase_where(f, is_private);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (unsigned nested = 0; nested < 1000 && go_directly(builder, b); nested++)
                continue;
        drop_unreached(f);
        if (!returns_twice(f)) // where a jump comes back, what only returns otherwise may go on
            erase_where(f, ends_with_function);
    }
    LLVMDisposeBuilder(builder);
    unmarked_scopes(module);
}

// ---- what stays in memory

#define PIN "heddle.pin"

// A call that the address is passed to: it is no variable for mem2reg.
static void pin_variable(LLVMBuilderRef builder, LLVMTypeRef type, LLVMValueRef pinned, LLVMValueRef variable)
{
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(variable)));
    LLVMBuildCall2(builder, type, pinned, &variable, 1, "");
}

void scopes_pin(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &pointer, 1, false);
    LLVMValueRef pinned = LLVMAddFunction(module, PIN, type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i;
             i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i) && scope_has_marks(i))
                pin_variable(builder, type, pinned, i);
    }
    LLVMDisposeBuilder(builder);
}

void scopes_unpin(LLVMModuleRef module)
{
    LLVMValueRef pinned = LLVMGetNamedFunction(module, PIN);
    for (LLVMUseRef use = LLVMGetFirstUse(pinned), next; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMInstructionEraseFromParent(LLVMGetUser(use));
    }
    LLVMDeleteFunction(pinned);
}
