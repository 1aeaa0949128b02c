#include "lower/initialisers.h"

#include "base/memory.h"

#include <stdbool.h>

void initialisers_add(LLVMModuleRef module, const char *list, LLVMValueRef function)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMValueRef fields[] = {LLVMConstInt(LLVMInt32TypeInContext(context), 0, false), function,
                             LLVMConstNull(pointer)};
    LLVMValueRef entry = LLVMConstStructInContext(context, fields, 3, false);
    LLVMValueRef old = LLVMGetNamedGlobal(module, list), array = old ? LLVMGetInitializer(old) : NULL;
    uint64_t count = array ? LLVMGetArrayLength2(LLVMTypeOf(array)) : 0;
    LLVMValueRef *entries = memory_zalloc(count + 1, sizeof *entries);
    entries[0] = entry;
    for (uint64_t i = 0; i < count; i++)
        entries[i + 1] = LLVMGetAggregateElement(array, (unsigned)i);
    LLVMValueRef all = LLVMConstArray2(LLVMTypeOf(entry), entries, count + 1);
    memory_free(entries);
    if (old)
        LLVMDeleteGlobal(old);
    LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(all), list);
    LLVMSetInitializer(global, all);
    LLVMSetLinkage(global, LLVMAppendingLinkage);
}
