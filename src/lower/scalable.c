#include "lower/scalable.h"

#include "lower/map.h"

// Answers by type, so that types that are made of few parts, but many elements, are looked at once.
static bool type_has_scalable(struct map *known, LLVMTypeRef type);

static bool look_at_parts(struct map *known, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMScalableVectorTypeKind: return true;
    case LLVMArrayTypeKind: return type_has_scalable(known, LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (type_has_scalable(known, LLVMStructGetTypeAtIndex(type, i)))
                return true;
        return false;
    default: return false;
    }
}

static bool type_has_scalable(struct map *known, LLVMTypeRef type)
{
    uint32_t answer = map_get(known, type);
    if (answer == MAP_ABSENT) {
        answer = look_at_parts(known, type);
        map_put(known, type, answer);
    }
    return answer;
}

bool scalable_type(LLVMTypeRef type)
{
    struct map known = {0};
    bool found = type_has_scalable(&known, type);
    map_free(&known);
    return found;
}

// Also what constant expressions compute with.
static bool value_has(struct map *known, struct map *seen, LLVMValueRef value)
{
    if (LLVMValueIsBasicBlock(value) || map_get(seen, value) != MAP_ABSENT)
        return false;
    map_put(seen, value, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    bool expression = LLVMIsAConstantExpr(value) != NULL, instruction = LLVMIsAInstruction(value) != NULL;
    if (LLVMGetTypeKind(type) != LLVMLabelTypeKind && type_has_scalable(known, type))
        return true;
    if (LLVMIsAAllocaInst(value) && type_has_scalable(known, LLVMGetAllocatedType(value)))
        return true;
    bool address =
        LLVMIsAGetElementPtrInst(value) || (expression && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
    if (address && type_has_scalable(known, LLVMGetGEPSourceElementType(value)))
        return true;
    int count = instruction || expression ? LLVMGetNumOperands(value) : 0;
    for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        if (operand && !LLVMIsAInstruction(operand) &&
            LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMMetadataTypeKind && value_has(known, seen, operand))
            return true;
    }
    return false;
}

static bool function_has(struct map *known, struct map *seen, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    bool found = type_has_scalable(known, LLVMGetReturnType(type));
    for (unsigned i = 0; i < LLVMCountParams(function) && !found; i++)
        found = type_has_scalable(known, LLVMTypeOf(LLVMGetParam(function, i)));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && !found; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i))
            found = value_has(known, seen, i);
    return found;
}

bool scalable_module(LLVMModuleRef module)
{
    struct map known = {0}, seen = {0};
    bool found = false;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && !found; g = LLVMGetNextGlobal(g))
        found = type_has_scalable(&known, LLVMGlobalGetValueType(g));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !found; f = LLVMGetNextFunction(f))
        found = function_has(&known, &seen, f);
    map_free(&known);
    map_free(&seen);
    return found;
}
