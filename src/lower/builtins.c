#include "lower/builtins.h"

#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stddef.h>

// Each with the function of the library that has the same type.
static const struct {
    const char *intrinsic, *function;
} builtins[] = {
    {"llvm.x86.rdtsc", "__runtime_cycles"},
    {"llvm.readcyclecounter", "__runtime_cycles"},
    {"llvm.thread.pointer", "__runtime_thread_pointer"},
    {"llvm.thread.pointer.p0", "__runtime_thread_pointer"},
};

// An argument as a word: pointers, and integers with their sign. NULL: it is of another type.
static LLVMValueRef argument_as_word(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef word)
{
    switch (LLVMGetTypeKind(LLVMTypeOf(value))) {
    case LLVMPointerTypeKind: return LLVMBuildPtrToInt(builder, value, word, "");
    case LLVMIntegerTypeKind: return LLVMBuildIntCast2(builder, value, word, true, "");
    default: return NULL;
    }
}

enum { SYSTEM_CALL_WORDS = 7 };

static void resolve_system_call(LLVMBuilderRef builder, LLVMValueRef call, LLVMTypeRef type,
                                LLVMValueRef function)
{
    LLVMTypeRef word = LLVMGetReturnType(type);
    LLVMValueRef words[SYSTEM_CALL_WORDS];
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    for (unsigned i = 0; i < SYSTEM_CALL_WORDS; i++) {
        words[i] = i < count ? argument_as_word(builder, LLVMGetOperand(call, i), word)
                             : LLVMConstInt(word, 0, false);
        if (!words[i])
            return;
    }
    LLVMValueRef made = LLVMBuildCall2(builder, type, function, words, SYSTEM_CALL_WORDS, "");
    LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
}

// Whether the number of a system call is known to be that of one of files (src/runtime/file_calls.c).
static bool is_file_call(LLVMValueRef call, unsigned bits)
{
    static const unsigned of_64[] = {0, 1, 2, 257}, of_32[] = {3, 4, 5, 295}; // read, write, open, openat
    LLVMValueRef number = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    if (!number || !LLVMIsAConstantInt(number))
        return false;
    for (size_t i = 0; i < sizeof of_64 / sizeof *of_64; i++)
        if (LLVMConstIntGetZExtValue(number) == (bits == 64 ? of_64 : of_32)[i])
            return true;
    return false;
}

// `syscall` without variable arguments: the objects that these lie in would make each round of a loop another
// one. The calls of files are a function of their own, so that a program that has others does not have the
// file system.
static void resolve_system_calls(LLVMModuleRef module)
{
    LLVMValueRef variadic = LLVMGetNamedFunction(module, "syscall");
    if (!variadic || !LLVMIsDeclaration(variadic))
        return;
    LLVMTypeRef word = LLVMGetReturnType(LLVMGlobalGetValueType(variadic)), types[SYSTEM_CALL_WORDS];
    for (unsigned i = 0; i < SYSTEM_CALL_WORDS; i++)
        types[i] = word;
    LLVMTypeRef type = LLVMFunctionType(word, types, SYSTEM_CALL_WORDS, false);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMUseRef use = LLVMGetFirstUse(variadic), next; use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != variadic || LLVMTypeOf(call) != word)
            continue;
        const char *name =
            is_file_call(call, LLVMGetIntTypeWidth(word)) ? "__runtime_file_call" : "__runtime_syscall";
        LLVMValueRef function = LLVMGetNamedFunction(module, name);
        if (!function)
            function = LLVMAddFunction(module, name, type);
        resolve_system_call(builder, call, type, function);
    }
    LLVMDisposeBuilder(builder);
}

// Variables that glibc has under two names.
static void resolve_variables(LLVMModuleRef module)
{
    static const struct {
        const char *other, *name;
    } variables[] = {
        {"__environ", "environ"},
        {"_environ", "environ"},
        {"__timezone", "timezone"},
        {"__daylight", "daylight"},
        {"__tzname", "tzname"},
        {"__progname", "program_invocation_short_name"},
        {"__progname_full", "program_invocation_name"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        LLVMValueRef other = LLVMGetNamedGlobal(module, variables[i].other);
        if (!other || !LLVMIsDeclaration(other) || LLVMGetNamedFunction(module, variables[i].name))
            continue;
        LLVMValueRef known = LLVMGetNamedGlobal(module, variables[i].name);
        if (!known)
            known = LLVMAddGlobal(module, LLVMGlobalGetValueType(other), variables[i].name);
        LLVMReplaceAllUsesWith(other, known);
        LLVMDeleteGlobal(other);
    }
}

void builtins_resolve(LLVMModuleRef module)
{
    resolve_variables(module);
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        LLVMValueRef intrinsic = LLVMGetNamedFunction(module, builtins[i].intrinsic);
        if (!intrinsic || !LLVMGetFirstUse(intrinsic))
            continue;
        LLVMValueRef function = LLVMGetNamedFunction(module, builtins[i].function);
        if (!function)
            function = LLVMAddFunction(module, builtins[i].function, LLVMGlobalGetValueType(intrinsic));
        LLVMReplaceAllUsesWith(intrinsic, function);
    }
    resolve_system_calls(module);
}
