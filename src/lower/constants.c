// Constants, evaluated at lowering: the addresses of globals, functions and labels are known
// (program/layout.h).
#include "base/sign_extend.h"
#include "lower/lower.h"
#include "lower/scalable.h"
#include "program/layout.h"
#include "program/registers.h"

#include <stdlib.h>

static bool reject(const char **why, const char *text)
{
    *why = text;
    return false;
}

static uint64_t truncate_to(uint64_t value, uint32_t width)
{
    return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

static void set_constant(struct word *word, uint64_t value, bool address)
{
    *word = (struct word){.kind = WORD_CONSTANT, .constant = value, .address = address};
}

void constant_note_outside(struct lowering *l, const struct word *word)
{
    if (word->kind != WORD_CONSTANT || !word->base)
        return;
    const struct global *global = &l->globals.data[word->base - 1];
    if (word->constant - global->address > global->size)
        vector_push(&l->outside_addresses,
                    (struct outside_address){.address = word->constant, .global = word->base - 1});
}

static int by_outside_address(const void *x, const void *y)
{
    const struct outside_address *a = x, *b = y;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return a->global < b->global ? -1 : a->global > b->global;
}

void constants_finish(struct lowering *l)
{
    struct outside_address *all = l->outside_addresses.data;
    uint32_t kept = 0;
    if (l->outside_addresses.size)
        qsort(all, l->outside_addresses.size, sizeof *all, by_outside_address);
    for (uint32_t k = 0; k < l->outside_addresses.size; k++)
        if (!kept || by_outside_address(&all[kept - 1], &all[k]) != 0)
            all[kept++] = all[k];
    l->outside_addresses.size = kept;
}

// The words of an integer constant of any width.
static void integer_words(struct lowering *l, LLVMValueRef constant, uint32_t width, struct word *words)
{
    LLVMTypeRef type = LLVMTypeOf(constant), narrow = LLVMInt64TypeInContext(l->context);
    if (width <= 64) {
        set_constant(words, LLVMConstIntGetZExtValue(constant), false);
        return;
    }
    for (uint32_t i = 0; i < words_of_width(width); i++) {
        LLVMValueRef amount = LLVMConstInt(type, i * UINT64_C(64), 0);
        LLVMValueRef shifted = LLVMBuildLShr(l->builder, constant, amount, "");
        LLVMValueRef word = LLVMConstTrunc(shifted, narrow);
        set_constant(&words[i], LLVMConstIntGetZExtValue(word), false);
    }
}

static bool float_words(struct lowering *l, LLVMValueRef constant, struct word *words, const char **why)
{
    uint32_t width = (uint32_t)LLVMSizeOfTypeInBits(l->layout, LLVMTypeOf(constant));
    LLVMValueRef bits = LLVMConstBitCast(constant, LLVMIntTypeInContext(l->context, width));
    if (!LLVMIsAConstantInt(bits))
        return reject(why, "a floating-point constant");
    integer_words(l, bits, width, words);
    return true;
}

uint64_t label_address(struct lowering *l, LLVMBasicBlockRef block)
{
    uint32_t number = map_get(&l->labels, block);
    if (number == MAP_ABSENT) {
        number = l->label_count++;
        map_put(&l->labels, block, number);
    }
    return layout_function_address(l->function_total + number);
}

bool is_missing(struct lowering *l, LLVMValueRef global)
{
    uint32_t number = map_get(&l->function_numbers, global);
    bool modelled = number != MAP_ABSENT && l->functions.data[number].kind != FUNCTION_UNMODELLED;
    return LLVMIsDeclaration(global) && LLVMGetLinkage(global) == LLVMExternalWeakLinkage && !modelled;
}

static bool global_word(struct lowering *l, LLVMValueRef constant, struct word *word, const char **why)
{
    uint32_t number = map_get(&l->function_numbers, constant);
    if (is_missing(l, constant)) {
        set_constant(word, 0, false);
        return true;
    }
    if (number != MAP_ABSENT) {
        set_constant(word, layout_function_address(number), true);
        return true;
    }
    number = map_get(&l->global_numbers, constant);
    if (number == MAP_ABSENT)
        return reject(why, "the address of something without storage");
    if (l->globals.data[number].flags & GLOBAL_THREAD_LOCAL)
        return reject(why, NULL);
    set_constant(word, l->globals.data[number].address, true);
    word->base = number + 1;
    return true;
}

// Types, constants and constant expressions nest as deep as whoever wrote the module pleased.
static bool too_deep(const struct lowering *l, const char **why)
{
    if (l->constant_depth < MAX_NESTING)
        return false;
    *why = "a constant that is nested more than 1000 deep";
    return true;
}

static bool scalar(struct lowering *l, LLVMValueRef constant, struct word *word, const char **why)
{
    const struct type_info *type = type_of(l, constant);
    if (type->unsupported || type->word_count != 1)
        return reject(why, "a constant expression of an unusual type");
    return constant_words(l, constant, word, why);
}

// Adds what the indices of a getelementptr amount to. The first index steps over whole objects.
static bool gep_word(struct lowering *l, LLVMValueRef gep, struct word *word, const char **why)
{
    if (!scalar(l, LLVMGetOperand(gep, 0), word, why))
        return false;
    if (word->kind != WORD_CONSTANT)
        return true;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    if (scalable_type(type))
        return reject(why, "an address computed with a scalable vector");
    uint64_t address = word->constant;
    int count = LLVMGetNumOperands(gep);
    for (int k = 1; k < count; k++) {
        struct word index;
        LLVMValueRef operand = LLVMGetOperand(gep, (unsigned)k);
        if (!scalar(l, operand, &index, why))
            return false;
        int64_t n = sign_extend(index.constant, type_of(l, operand)->leaves[0].width);
        if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            address += LLVMOffsetOfElement(l->layout, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
            continue;
        }
        if (k > 1)
            type = LLVMGetElementType(type);
        address += (uint64_t)n * LLVMABISizeOfType(l->layout, type);
    }
    word->constant = truncate_to(address, l->pointer_bits);
    return true;
}

static bool is_label(const struct lowering *l, const struct word *word)
{
    return word->address && !word->base && word->constant >= layout_function_address(l->function_total);
}

// Whether what is computed from both leads from one variable or function to another. Distances within a
// variable do not, nor do those between labels, which only jumps take.
static bool leads_to_another_object(const struct lowering *l, const struct word *a, const struct word *b)
{
    bool labels = is_label(l, a) && is_label(l, b), one = a->base && a->base == b->base;
    return a->address && b->address && !labels && !one;
}

static bool binary_word(struct lowering *l, LLVMValueRef constant, LLVMOpcode op, uint32_t width,
                        struct word *word, const char **why)
{
    struct word right;
    if (!scalar(l, LLVMGetOperand(constant, 0), word, why) ||
        !scalar(l, LLVMGetOperand(constant, 1), &right, why))
        return false;
    if (word->kind != WORD_CONSTANT || right.kind != WORD_CONSTANT) {
        word->kind = WORD_UNDEFINED;
        return true;
    }
    if (leads_to_another_object(l, word, &right))
        return reject(why, l->in_initialiser ? "the distance between two variables or functions" : NULL);
    uint64_t a = word->constant, b = right.constant;
    switch (op) {
    case LLVMAdd: a += b; break;
    case LLVMSub: a -= b; break;
    case LLVMMul: a *= b; break;
    case LLVMAnd: a &= b; break;
    case LLVMOr: a |= b; break;
    case LLVMXor: a ^= b; break;
    case LLVMShl: a = b < width ? a << b : 0; break;
    case LLVMLShr: a = b < width ? a >> b : 0; break;
    default: return reject(why, "a constant expression");
    }
    // The difference of two addresses is a number.
    uint32_t base = word->base && right.base ? 0 : word->base ? word->base : right.base;
    set_constant(word, truncate_to(a, width), word->address || right.address);
    word->base = base;
    return true;
}

static bool expression_words(struct lowering *l, LLVMValueRef constant, struct word *words, const char **why)
{
    const struct type_info *type = type_of(l, constant);
    LLVMOpcode op = LLVMGetConstOpcode(constant);
    if (type->word_count != 1)
        return reject(why, "a constant expression of several words");
    uint32_t width = type->leaves[0].width;
    switch (op) {
    case LLVMGetElementPtr: return gep_word(l, constant, words, why);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMAddrSpaceCast:
        if (!scalar(l, LLVMGetOperand(constant, 0), words, why))
            return false;
        words->constant = truncate_to(words->constant, width);
        return true;
    case LLVMSExt: {
        LLVMValueRef operand = LLVMGetOperand(constant, 0);
        if (!scalar(l, operand, words, why))
            return false;
        words->constant =
            truncate_to((uint64_t)sign_extend(words->constant, type_of(l, operand)->leaves[0].width), width);
        return true;
    }
    default: return binary_word(l, constant, op, width, words, why);
    }
}

static bool aggregate_words(struct lowering *l, LLVMValueRef constant, uint32_t count, struct word *words,
                            const char **why)
{
    uint32_t at = 0;
    for (unsigned i = 0; at < count; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(constant, i);
        if (!element)
            return reject(why, "an unusual constant");
        if (!constant_words(l, element, words + at, why))
            return false;
        at += type_of(l, element)->word_count;
    }
    return true;
}

static bool words_of_kind(struct lowering *l, LLVMValueRef constant, const struct type_info *type,
                          struct word *words, const char **why)
{
    switch (LLVMGetValueKind(constant)) {
    case LLVMConstantIntValueKind: integer_words(l, constant, type->leaves[0].width, words); return true;
    case LLVMConstantFPValueKind: return float_words(l, constant, words, why);
    case LLVMConstantPointerNullValueKind: set_constant(words, 0, false); return true;
    case LLVMConstantAggregateZeroValueKind:
        for (uint32_t i = 0; i < type->word_count; i++)
            set_constant(&words[i], 0, false);
        return true;
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        for (uint32_t i = 0; i < type->word_count; i++)
            words[i] = (struct word){.kind = WORD_UNDEFINED};
        return true;
    case LLVMFunctionValueKind:
    case LLVMGlobalVariableValueKind: return global_word(l, constant, words, why);
    case LLVMGlobalAliasValueKind: return constant_words(l, LLVMAliasGetAliasee(constant), words, why);
    case LLVMGlobalIFuncValueKind: return reject(why, "an indirect function (ifunc)");
    case LLVMBlockAddressValueKind:
        set_constant(words, label_address(l, LLVMGetBlockAddressBasicBlock(constant)), true);
        return true;
    case LLVMConstantExprValueKind: return expression_words(l, constant, words, why);
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind:
    case LLVMConstantDataArrayValueKind:
    case LLVMConstantDataVectorValueKind: return aggregate_words(l, constant, type->word_count, words, why);
    default: return reject(why, "an unusual constant");
    }
}

bool constant_words(struct lowering *l, LLVMValueRef constant, struct word *words, const char **why)
{
    const struct type_info *type = type_of(l, constant);
    if (type->unsupported)
        return reject(why, type->unsupported);
    if (too_deep(l, why))
        return false;
    l->constant_depth++;
    bool known = words_of_kind(l, constant, type, words, why);
    l->constant_depth--;
    for (uint32_t i = 0; known && !l->constant_depth && i < type->word_count; i++)
        constant_note_outside(l, &words[i]);
    return known;
}

static bool scalar_bytes(struct lowering *l, LLVMValueRef constant, uint8_t *bytes, const char **why)
{
    struct word words[MAX_INTEGER_BITS / 64] = {{0}};
    const struct type_info *type = type_of(l, constant);
    if (type->unsupported || type->word_count > sizeof words / sizeof *words)
        return reject(why, type->unsupported ? type->unsupported : "an unusual initialiser");
    l->in_initialiser = true;
    bool known = constant_words(l, constant, words, why);
    l->in_initialiser = false;
    if (!known)
        return false;
    uint32_t size = (type->leaves[0].width + 7) / 8;
    constant_note_outside(l, &words[0]);
    if (words[0].kind == WORD_CONSTANT && words[0].address)
        vector_push(&l->relocations, (uint32_t)(bytes - l->data.data));
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = words[i / 8].kind == WORD_CONSTANT ? (uint8_t)(words[i / 8].constant >> (i % 8 * 8)) : 0;
    return true;
}

static bool sequence_bytes(struct lowering *l, LLVMValueRef constant, uint8_t *bytes, const char **why)
{
    LLVMTypeRef type = LLVMTypeOf(constant), element = LLVMGetElementType(type);
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    uint64_t count = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
    uint64_t bits = LLVMSizeOfTypeInBits(l->layout, element);
    uint64_t stride = vector ? bits / 8 : LLVMABISizeOfType(l->layout, element);
    if (vector && bits % 8)
        return reject(why, "an initialiser that is a vector of bits");
    bool text =
        LLVMGetTypeKind(element) == LLVMIntegerTypeKind && bits == 8 && LLVMIsAConstantDataArray(constant);
    if (text) {
        size_t length = 0;
        const char *data = LLVMGetAsString(constant, &length);
        memcpy(bytes, data, length);
        return true;
    }
    for (uint64_t i = 0; i < count; i++)
        if (!constant_bytes(l, LLVMGetAggregateElement(constant, (unsigned)i), bytes + i * stride, why))
            return false;
    return true;
}

static bool struct_bytes(struct lowering *l, LLVMValueRef constant, uint8_t *bytes, const char **why)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count; i++)
        if (!constant_bytes(l, LLVMGetAggregateElement(constant, i),
                            bytes + LLVMOffsetOfElement(l->layout, type, i), why))
            return false;
    return true;
}

static bool bytes_of_kind(struct lowering *l, LLVMValueRef constant, uint8_t *bytes, const char **why)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return struct_bytes(l, constant, bytes, why);
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: return sequence_bytes(l, constant, bytes, why);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFP128TypeKind: {
        LLVMTypeRef wide = LLVMIntTypeInContext(l->context, (unsigned)LLVMSizeOfTypeInBits(l->layout, type));
        return scalar_bytes(l, LLVMConstBitCast(constant, wide), bytes, why);
    }
    default: return scalar_bytes(l, constant, bytes, why);
    }
}

bool constant_bytes(struct lowering *l, LLVMValueRef constant, uint8_t *bytes, const char **why)
{
    if (!constant) // of an aggregate that has no elements to be asked for
        return reject(why, "an unusual initialiser");
    if (LLVMIsAConstantAggregateZero(constant) || LLVMIsUndef(constant))
        return true;
    if (too_deep(l, why))
        return false;
    l->constant_depth++;
    bool known = bytes_of_kind(l, constant, bytes, why);
    l->constant_depth--;
    return known;
}
