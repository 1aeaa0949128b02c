#include "lower/wide_floats.h"

#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stddef.h>

enum { WORD = 64, WIDE = 128 };

struct conversions {
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef word, wide, number; // 64 and 128 bits, an int
};

static LLVMValueRef call_conversion(const struct conversions *x, const char *name, LLVMTypeRef result,
                                    LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef types[4];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef function = LLVMGetNamedFunction(x->module, name);
    if (!function)
        function = LLVMAddFunction(x->module, name, type);
    return LLVMBuildCall2(x->builder, type, function, arguments, count, "");
}

static LLVMValueRef negated(const struct conversions *x, LLVMValueRef value)
{
    return LLVMBuildSub(x->builder, LLVMConstNull(x->wide), value, "");
}

// ---- integers to floating point: NULL, where the format is another one

static LLVMValueRef convert_from_wide(const struct conversions *x, LLVMValueRef value, LLVMTypeRef to,
                                      bool is_signed)
{
    static const char *const names[] = {[LLVMFloatTypeKind] = "__runtime_wide_to_float",
                                        [LLVMDoubleTypeKind] = "__runtime_wide_to_double",
                                        [LLVMX86_FP80TypeKind] = "__runtime_wide_to_long_double"};
    LLVMTypeKind kind = LLVMGetTypeKind(to);
    const char *name = kind < sizeof names / sizeof *names ? names[kind] : NULL;
    if (!name)
        return NULL;
    value = LLVMBuildIntCast2(x->builder, value, x->wide, is_signed, "");
    LLVMValueRef below =
        is_signed ? LLVMBuildICmp(x->builder, LLVMIntSLT, value, LLVMConstNull(x->wide), "") : NULL;
    LLVMValueRef magnitude = below ? LLVMBuildSelect(x->builder, below, negated(x, value), value, "") : value;
    LLVMValueRef shift = LLVMConstInt(x->wide, WORD, false);
    LLVMValueRef words[] = {
        LLVMBuildTrunc(x->builder, magnitude, x->word, ""),
        LLVMBuildTrunc(x->builder, LLVMBuildLShr(x->builder, magnitude, shift, ""), x->word, "")};
    LLVMValueRef result = call_conversion(x, name, to, words, 2);
    return below ? LLVMBuildSelect(x->builder, below, LLVMBuildFNeg(x->builder, result, ""), result, "")
                 : result;
}

// ---- floating point to integers

static LLVMValueRef number(const struct conversions *x, unsigned value)
{
    return LLVMConstInt(x->number, value, false);
}

static LLVMValueRef convert_to_wide(const struct conversions *x, LLVMValueRef value, LLVMTypeRef to,
                                    bool is_signed)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    bool is_long = kind == LLVMX86_FP80TypeKind;
    if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind && !is_long)
        return NULL;
    if (kind == LLVMFloatTypeKind)
        value =
            LLVMBuildFPExt(x->builder, value, LLVMDoubleTypeInContext(LLVMGetModuleContext(x->module)), "");
    unsigned width = LLVMGetIntTypeWidth(to);
    LLVMValueRef below = LLVMBuildFCmp(x->builder, LLVMRealOLT, value, LLVMConstNull(LLVMTypeOf(value)), "");
    LLVMValueRef magnitude =
        LLVMBuildSelect(x->builder, below, LLVMBuildFNeg(x->builder, value, ""), value, "");
    LLVMValueRef bits = is_signed ? number(x, width - 1)
                                  : LLVMBuildSelect(x->builder, below, number(x, 0), number(x, width), "");
    LLVMValueRef edge = is_signed ? LLVMBuildZExt(x->builder, below, x->number, "") : number(x, 0), words[2];
    for (unsigned high = 0; high < 2; high++) {
        LLVMValueRef arguments[] = {magnitude, number(x, high), bits, edge};
        LLVMValueRef word = call_conversion(
            x, is_long ? "__runtime_long_double_word" : "__runtime_double_word", x->word, arguments, 4);
        words[high] = LLVMBuildZExt(x->builder, word, x->wide, "");
    }
    LLVMValueRef upper = LLVMBuildShl(x->builder, words[1], LLVMConstInt(x->wide, WORD, false), "");
    LLVMValueRef result = LLVMBuildOr(x->builder, upper, words[0], "");
    if (is_signed)
        result = LLVMBuildSelect(x->builder, below, negated(x, result), result, "");
    return LLVMBuildIntCast2(x->builder, result, to, false, "");
}

// ---- all

static bool is_wide_integer(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > WORD &&
           LLVMGetIntTypeWidth(type) <= WIDE;
}

static void resolve_conversion(const struct conversions *x, LLVMValueRef instruction)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(instruction);
    bool to_float = op == LLVMSIToFP || op == LLVMUIToFP, to_int = op == LLVMFPToSI || op == LLVMFPToUI;
    if (!to_float && !to_int)
        return;
    LLVMValueRef value = LLVMGetOperand(instruction, 0), result;
    LLVMTypeRef to = LLVMTypeOf(instruction);
    if (!is_wide_integer(to_float ? LLVMTypeOf(value) : to))
        return;
    LLVMPositionBuilderBefore(x->builder, instruction);
    LLVMSetCurrentDebugLocation2(x->builder, LLVMInstructionGetDebugLoc(instruction));
    result = to_float ? convert_from_wide(x, value, to, op == LLVMSIToFP)
                      : convert_to_wide(x, value, to, op == LLVMFPToSI);
    if (!result)
        return;
    LLVMReplaceAllUsesWith(instruction, result);
    LLVMInstructionEraseFromParent(instruction);
}

void wide_floats_resolve(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct conversions x = {.module = module,
                            .builder = LLVMCreateBuilderInContext(context),
                            .word = LLVMInt64TypeInContext(context),
                            .wide = LLVMInt128TypeInContext(context),
                            .number = LLVMInt32TypeInContext(context)};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                resolve_conversion(&x, i);
            }
    LLVMDisposeBuilder(x.builder);
}
