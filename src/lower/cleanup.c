#include "lower/cleanup.h"

#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// ---- the macro's parts

// The variable that a pointer to its beginning, or into it, is made of.
static LLVMValueRef variable_pointed_into(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

static bool is_call_of(LLVMValueRef i, const char *name)
{
    LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return called && LLVMIsAFunction(called) && strcmp(LLVMGetValueName(called), name) == 0;
}

// The call of that function in `function` whose first argument is the buffer; NULL: none.
static LLVMValueRef find_call(LLVMValueRef function, const char *name, LLVMValueRef buffer)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_call_of(i, name) && LLVMGetNumArgOperands(i) > 0 &&
                variable_pointed_into(LLVMGetOperand(i, 0)) == buffer)
                return i;
    return NULL;
}

// The call of the handler, which stands before that of __pthread_unwind_next.
static LLVMValueRef handler_call(LLVMValueRef next)
{
    LLVMValueRef i = LLVMGetPreviousInstruction(next);
    while (i && !(LLVMIsACallInst(i) && LLVMGetNumArgOperands(i) == 1 &&
                  LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMPointerTypeKind))
        i = LLVMGetPreviousInstruction(i);
    return i;
}

// Whether `value`, used in the block that calls the handler, is known before that block is entered, or read
// there from a variable that is.
static bool is_known_before_block(LLVMValueRef value, LLVMBasicBlockRef block)
{
    bool inside = LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == block;
    return !inside || (LLVMIsALoadInst(value) && is_known_before_block(LLVMGetOperand(value, 0), block));
}

static LLVMValueRef read_before(LLVMBuilderRef builder, LLVMValueRef value, LLVMBasicBlockRef block)
{
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != block)
        return value;
    LLVMValueRef from = read_before(builder, LLVMGetOperand(value, 0), block);
    return LLVMBuildLoad2(builder, LLVMTypeOf(value), from, "");
}

// ---- telling the runtime library

static LLVMValueRef declare_push(LLVMModuleRef module, const char *name)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), types[] = {pointer, pointer, pointer};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, 3, false);
    LLVMValueRef declared = LLVMGetNamedFunction(module, name);
    return declared ? declared : LLVMAddFunction(module, name, type);
}

// setjmp returns once.
static void drop_setjmp(LLVMValueRef function, LLVMValueRef buffer)
{
    static const char *const names[] = {"__sigsetjmp", "_setjmp", "setjmp", "sigsetjmp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef call = find_call(function, names[i], buffer);
        if (!call)
            continue;
        LLVMReplaceAllUsesWith(call, LLVMConstNull(LLVMTypeOf(call)));
        LLVMInstructionEraseFromParent(call);
    }
}

// What does not look like the macro is left as it is, and reported when the handler would have to be called.
static void tell_cleanup(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call, const char *name)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMValueRef buffer = variable_pointed_into(LLVMGetOperand(call, 0));
    LLVMValueRef next = find_call(function, "__pthread_unwind_next", buffer);
    LLVMValueRef handler = next ? handler_call(next) : NULL;
    if (!handler)
        return;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(next);
    LLVMValueRef routine = LLVMGetCalledValue(handler), argument = LLVMGetOperand(handler, 0);
    if (!is_known_before_block(routine, block) || !is_known_before_block(argument, block))
        return;
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), read_before(builder, routine, block),
                                read_before(builder, argument, block)};
    LLVMValueRef push = declare_push(module, name);
    LLVMValueRef made = LLVMBuildCall2(builder, LLVMGlobalGetValueType(push), push, arguments, 3, "");
    LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(call));
    drop_setjmp(function, buffer);
    LLVMInstructionEraseFromParent(call);
}

static void tell_all_cleanups(LLVMModuleRef module, LLVMBuilderRef builder, const char *macro,
                              const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, macro);
    for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL, next; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (is_call_of(user, macro) && LLVMGetNumArgOperands(user) == 1)
            tell_cleanup(module, builder, user, name);
    }
}

// ---- ending a thread

static bool is_used(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function && LLVMGetFirstUse(function);
}

static void rename_declared(LLVMModuleRef module, const char *from, const char *to)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, from);
    if (function && LLVMIsDeclaration(function))
        LLVMSetValueName2(function, to, strlen(to));
}

void cleanup_handlers(LLVMModuleRef module)
{
    static const char *const macros[][2] = {
        {"__pthread_register_cancel", "__runtime_cleanup_push"},
        {"__pthread_register_cancel_defer", "__runtime_cleanup_push_defer"}};
    bool handlers = is_used(module, "_pthread_cleanup_push");
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        handlers = handlers || is_used(module, macros[i][0]);
    bool cancels = is_used(module, "pthread_cancel");
    if (handlers || (cancels && (is_used(module, "pthread_once") || is_used(module, "call_once")))) {
        rename_declared(module, "pthread_exit", "__runtime_exit_thread");
        rename_declared(module, "thrd_exit", "__runtime_exit_thrd");
    }
    if (cancels) {
        rename_declared(module, "pthread_once", "__runtime_once");
        rename_declared(module, "call_once", "__runtime_call_once");
    }
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        tell_all_cleanups(module, builder, macros[i][0], macros[i][1]);
    LLVMDisposeBuilder(builder);
}
