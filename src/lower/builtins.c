#include "lower/builtins.h"

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

void builtins_resolve(LLVMModuleRef module)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        LLVMValueRef intrinsic = LLVMGetNamedFunction(module, builtins[i].intrinsic);
        if (!intrinsic || !LLVMGetFirstUse(intrinsic))
            continue;
        LLVMValueRef function = LLVMGetNamedFunction(module, builtins[i].function);
        if (!function)
            function = LLVMAddFunction(module, builtins[i].function, LLVMGlobalGetValueType(intrinsic));
        LLVMReplaceAllUsesWith(intrinsic, function);
    }
}
