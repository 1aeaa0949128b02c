#include "lower/optimised.h"

#include "base/memory.h"
#include "lower/lexical.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

struct optimised optimised_units(LLVMModuleRef module)
{
    static const char name[] = "llvm.dbg.cu";
    struct optimised optimised = {.context = LLVMGetModuleContext(module)};
    unsigned count = LLVMGetNamedMetadataNumOperands(module, name);
    LLVMValueRef *units = memory_zalloc((size_t)count + 1, sizeof(LLVMValueRef));
    LLVMGetNamedMetadataOperands(module, name, units);
    for (unsigned k = 0; k < count; k++) {
        char *text = LLVMPrintValueToString(units[k]);
        if (!strstr(text, "isOptimized: false"))
            vector_push(&optimised.units, LLVMValueAsMetadata(units[k]));
        LLVMDisposeMessage(text);
    }
    memory_free(units);
    return optimised;
}

void optimised_free(struct optimised *optimised)
{
    vector_free(&optimised->units);
}

bool optimised_not(const struct optimised *optimised, LLVMValueRef function)
{
    enum { UNIT = 5 };
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    LLVMMetadataRef unit = subprogram ? lexical_operand(optimised->context, subprogram, UNIT) : NULL;
    for (uint32_t k = 0; k < optimised->units.size; k++)
        if (optimised->units.data[k] == unit)
            return false;
    return unit && LLVMGetMetadataKind(unit) == LLVMDICompileUnitMetadataKind;
}
