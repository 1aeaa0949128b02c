// Calls: of functions, natives, through pointers; variadic arguments, arguments passed by value in memory.
#include "lower/assembly.h"
#include "lower/emit.h"
#include "lower/passing.h"
#include "lower/signature.h"
#include "program/registers.h"

#include <llvm-c/DebugInfo.h>

struct variadic {
    struct word *words; // constants
    uint32_t count;     // of words
    uint32_t info;
    uint32_t first;   // register; NO_REGISTER: constants
    LLVMTypeRef type; // NULL: a structure by value
};

// The operands of one call, before they are written as an operand list.
struct operands {
    VECTOR(struct word) fixed;
    VECTOR(struct signature_word) sorts; // of the fixed ones
    VECTOR(struct variadic) variadic;
    uint32_t saved_stack; // NO_REGISTER: nothing to restore after the call
};

static void operands_free(struct operands *operands)
{
    vector_free(&operands->fixed);
    vector_free(&operands->sorts);
    for (uint32_t i = 0; i < operands->variadic.size; i++)
        memory_free(operands->variadic.data[i].words);
    vector_free(&operands->variadic);
}

static uint32_t log2_of_alignment(uint64_t alignment)
{
    uint32_t n = 0;
    while (alignment > 1) {
        alignment /= 2;
        n++;
    }
    return n;
}

static LLVMTypeRef by_value_type(LLVMValueRef call, unsigned argument)
{
    static unsigned kind;
    if (!kind)
        kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static uint64_t by_value_alignment(struct lowering *l, LLVMValueRef call, unsigned argument, LLVMTypeRef type)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return attribute ? LLVMGetEnumAttributeValue(attribute) : LLVMABIAlignmentOfType(l->layout, type);
}

static struct word offset_free(struct lowering *l, struct word word, uint32_t width)
{
    if (word.kind == WORD_REGISTER && word.offset)
        word = word_of_register(word_register(l, word, width));
    return word;
}

static void push_sorted(struct lowering *l, struct operands *operands, struct word word,
                        struct signature_word sort)
{
    uint32_t width = sort.width > 64 ? 64 : sort.width;
    if (word.kind == WORD_UNDEFINED)
        word = word_of_register(word_register(l, word, width));
    word = offset_free(l, word, width);
    vector_push(&operands->fixed, word);
    vector_push(&operands->sorts, sort);
}

static void push_fixed(struct lowering *l, struct operands *operands, struct word word, uint32_t width)
{
    push_sorted(l, operands, word, (struct signature_word){.width = width});
}

static void push_fixed_value(struct lowering *l, struct operands *operands, LLVMValueRef value)
{
    const struct type_info *type = type_of(l, value);
    uint32_t count;
    struct word *words = value_copy(l, value, &count);
    for (uint32_t i = 0; i < type->leaf_count; i++)
        for (uint32_t w = 0; w < words_of_width(type->leaves[i].width); w++)
            push_sorted(l, operands, words[type->leaves[i].word + w], signature_sort(&type->leaves[i]));
    memory_free(words);
}

// A register with the address of a copy of the argument that dies with the call. It is made as any copy is:
// other threads may reach what is passed.
static uint32_t make_copy(struct lowering *l, struct operands *operands, LLVMValueRef call, unsigned argument,
                          LLVMTypeRef type)
{
    uint64_t size = LLVMABISizeOfType(l->layout, type);
    if (operands->saved_stack == NO_REGISTER)
        operands->saved_stack = emit_new(l, OP_STACK_SAVE, l->pointer_bits, 0, 0, 0);
    uint32_t copy = emit_stack_object(l, "", size, by_value_alignment(l, call, argument, type));
    struct word arguments[3] = {
        word_of_register(copy),
        word_of_register(value_register(l, LLVMGetOperand(call, argument))),
        word_of_constant(size),
    };
    if (size)
        emit_native(l, NATIVE_memcpy, arguments, 3, l->pointer_bits, NO_REGISTER);
    return copy;
}

// The callee gets the address of the copy.
static void push_copy(struct lowering *l, struct operands *operands, LLVMValueRef call, unsigned argument,
                      LLVMTypeRef type)
{
    uint32_t copy = make_copy(l, operands, call, argument, type);
    push_fixed(l, operands, word_of_register(copy), l->pointer_bits);
}

// The callee gets the copy's bytes among its variable arguments.
static void push_variadic_copy(struct lowering *l, struct operands *operands, LLVMValueRef call,
                               unsigned argument, LLVMTypeRef type)
{
    uint64_t size = LLVMABISizeOfType(l->layout, type);
    uint64_t alignment = by_value_alignment(l, call, argument, type);
    if (size > 0xffffff)
        emit_unsupported(l, "a variadic argument of %llu bytes", (unsigned long long)size);
    struct word *word = memory_zalloc(1, sizeof *word);
    word[0] = word_of_register(make_copy(l, operands, call, argument, type));
    struct variadic variadic = {
        .words = word,
        .count = 1,
        .info = ((uint32_t)size & 0xffffffu) | OPERAND_BYVAL | log2_of_alignment(alignment) << 24,
        .first = word->number,
    };
    vector_push(&operands->variadic, variadic);
}

// A vector goes as whole words, in memory order. `where`: see passing_take.
static void push_variadic(struct lowering *l, struct operands *operands, LLVMValueRef value, uint32_t where)
{
    const struct type_info *type = type_of(l, value);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    uint64_t size = LLVMABISizeOfType(l->layout, LLVMTypeOf(value));
    uint32_t count, packed = NO_REGISTER;
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || type->word_count == 0 ||
        (kind == LLVMVectorTypeKind && (packed = pack_words(l, value, &count)) == NO_REGISTER)) {
        emit_unsupported(l, "a variadic argument of an unusual type");
        return;
    }
    struct word *words;
    if (packed == NO_REGISTER) {
        uint32_t width = type->leaves[0].width;
        words = value_copy(l, value, &count);
        bool constant = true;
        for (uint32_t i = 0; i < count; i++)
            constant &= words[i].kind == WORD_CONSTANT;
        packed = constant ? NO_REGISTER : leaf_registers(l, words, width);
    } else {
        words = memory_zalloc(1, sizeof *words);
    }
    uint32_t alignment = LLVMABIAlignmentOfType(l->layout, LLVMTypeOf(value));
    struct variadic variadic = {words, count, (uint32_t)size | log2_of_alignment(alignment) << 24 | where,
                                packed, LLVMTypeOf(value)};
    vector_push(&operands->variadic, variadic);
}

// Writes the list and returns its index. Every list is written for one call only: register allocation changes
// it.
static uint32_t write_operand_list(struct lowering *l, const struct operands *operands)
{
    uint32_t at = l->operands.size;
    vector_push(&l->operands, operands->fixed.size);
    vector_push(&l->operands, operands->variadic.size);
    for (uint32_t i = 0; i < operands->fixed.size; i++) {
        const struct word *word = &operands->fixed.data[i];
        if (word->kind == WORD_CONSTANT)
            vector_push(&l->operands, OPERAND_CONSTANT | lower_constant(l, word->constant, word->address));
        else
            vector_push(&l->operands, word->number);
    }
    for (uint32_t i = 0; i < operands->variadic.size; i++) {
        const struct variadic *variadic = &operands->variadic.data[i];
        uint32_t operand = variadic->first;
        if (operand == NO_REGISTER && variadic->count == 1) {
            operand =
                OPERAND_CONSTANT | lower_constant(l, variadic->words->constant, variadic->words->address);
        } else if (operand == NO_REGISTER) { // consecutive constants are not shared
            operand = OPERAND_CONSTANT | l->constants.size;
            for (uint32_t w = 0; w < variadic->count; w++) {
                vector_push(&l->constants, variadic->words[w].constant);
                vector_push(&l->constant_is_address, variadic->words[w].address);
            }
        }
        vector_push(&l->operands, operand);
        vector_push(&l->operands, variadic->info);
    }
    return at;
}

void emit_native(struct lowering *l, unsigned native, const struct word *arguments, uint32_t count,
                 uint32_t width, uint32_t d)
{
    struct operands operands = {.saved_stack = NO_REGISTER};
    for (uint32_t i = 0; i < count; i++)
        push_fixed(l, &operands, arguments[i], l->pointer_bits);
    uint32_t list = write_operand_list(l, &operands);
    operands_free(&operands);
    emit(l, OP_CALL_NATIVE, width, width ? words_of_width(width) : 0, d, native, list);
}

// The type that decides which arguments are fixed: the definition's where it is known, since a call may go
// through a declaration without a prototype.
static unsigned fixed_count(LLVMValueRef call, LLVMValueRef function, bool *pad)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned arguments = LLVMGetNumArgOperands(call);
    *pad = false;
    if (function && !LLVMIsDeclaration(function)) {
        LLVMTypeRef defined = LLVMGlobalGetValueType(function);
        unsigned parameters = LLVMCountParamTypes(defined);
        *pad = !LLVMIsFunctionVarArg(defined);
        return parameters < arguments ? parameters : arguments;
    }
    // `f()` without a prototype is variadic to LLVM; no variadic function may be called that way.
    unsigned fixed = LLVMCountParamTypes(type);
    return LLVMIsFunctionVarArg(type) && fixed ? fixed : arguments;
}

static void collect_operands(struct lowering *l, LLVMValueRef call, LLVMValueRef function,
                             struct operands *operands)
{
    bool pad;
    unsigned arguments = LLVMGetNumArgOperands(call), fixed = fixed_count(call, function, &pad);
    struct passing passing = {0};
    for (unsigned i = 0; i < arguments; i++) {
        LLVMTypeRef by_value = by_value_type(call, i);
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (i >= fixed && pad)
            break; // more arguments than parameters: the callee cannot see them
        uint32_t where = by_value ? 0 : passing_take(l, &passing, LLVMTypeOf(argument));
        if (i < fixed && by_value)
            push_copy(l, operands, call, i, by_value);
        else if (i < fixed)
            push_fixed_value(l, operands, argument);
        else if (by_value)
            push_variadic_copy(l, operands, call, i, by_value);
        else
            push_variadic(l, operands, argument, where);
    }
}

// `time(0)` where the declaration is missing passes an `int`. x86-64 leaves open what the upper half of its
// register holds; all compilers pass a constant that is not negative as it is.
static bool is_passed_whole(const struct lowering *l, const struct word *word, struct signature_word given,
                            struct signature_word wanted)
{
    return l->pointer_bits == 64 && word->kind == WORD_CONSTANT && !given.is_float && !wanted.is_float &&
           given.width == 32 && wanted.width == 64 && !(word->constant >> 31);
}

// Checks the fixed words of a call against a definition: the same number of words, each as wide; what is
// missing is indeterminate. False where the two do not fit.
static bool match_parameters(struct lowering *l, LLVMValueRef function, struct operands *operands)
{
    unsigned parameters = LLVMCountParams(function);
    uint32_t at = 0;
    for (unsigned i = 0; i < parameters; i++) {
        const struct type_info *type = type_of(l, LLVMGetParam(function, i));
        for (uint32_t k = 0; k < type->leaf_count; k++) {
            struct signature_word sort = signature_sort(&type->leaves[k]);
            for (uint32_t w = 0; w < words_of_width(sort.width); w++, at++) {
                if (at == operands->fixed.size)
                    push_sorted(l, operands, (struct word){.kind = WORD_UNDEFINED}, sort);
                else if (!signature_same(operands->sorts.data[at], sort) &&
                         !is_passed_whole(l, &operands->fixed.data[at], operands->sorts.data[at], sort))
                    return false;
            }
        }
    }
    return at == operands->fixed.size;
}

// Where the declaration is missing a program expects an `int`, and may not use it.
static bool result_is_dropped(LLVMValueRef call)
{
    return !LLVMGetFirstUse(call);
}

// An integer or a pointer, of which the program takes the lower bits for an `int`, as it does where the
// declaration is missing: its width, else 0.
static uint32_t width_before_cut(struct lowering *l, LLVMValueRef call, LLVMValueRef function)
{
    LLVMTypeRef defined = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    const struct type_info *wanted = type_of(l, call), *given = type_get(l, defined);
    if (wanted->leaf_count != 1 || given->leaf_count != 1)
        return 0;
    struct signature_word to = signature_sort(&wanted->leaves[0]), from = signature_sort(&given->leaves[0]);
    bool cut = !to.is_float && !from.is_float && to.width == 32 && from.width == 64 && l->pointer_bits == 64;
    return cut ? from.width : 0;
}

static bool result_fits(struct lowering *l, LLVMValueRef call, LLVMValueRef function)
{
    LLVMTypeRef defined = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    const struct type_info *wanted = type_of(l, call), *given = type_get(l, defined);
    if (wanted->leaf_count == 0)
        return true;
    if (wanted->leaf_count != given->leaf_count)
        return false;
    for (uint32_t i = 0; i < wanted->leaf_count; i++)
        if (!signature_same(signature_sort(&wanted->leaves[i]), signature_sort(&given->leaves[i])))
            return false;
    return true;
}

static uint32_t result_width(const struct type_info *type)
{
    if (type->leaf_count == 0)
        return 0;
    if (type->leaf_count == 1 && type->leaves[0].width <= 255)
        return type->leaves[0].width;
    return type->word_count * 64 < 255 ? type->word_count * 64 : 255;
}

static bool emit_direct(struct lowering *l, LLVMValueRef call, LLVMValueRef function,
                        struct operands *operands)
{
    const struct type_info *type = type_of(l, call);
    uint32_t number = map_get(&l->function_numbers, function);
    const struct function *callee = &l->functions.data[number];
    const char *name = l->strings.data + callee->name;
    bool defined = callee->kind == FUNCTION_DEFINED, fits = !defined || result_fits(l, call, function);
    bool dropped = !fits && result_is_dropped(call);
    uint32_t whole = fits || dropped ? 0 : width_before_cut(l, call, function);
    if (defined && (!match_parameters(l, function, operands) || (!fits && !dropped && !whole))) {
        emit_unsupported(l, "a call of `%s` with other types than those of its definition", name);
        return false;
    }
    bool native = callee->kind == FUNCTION_NATIVE && !(callee->flags & FUNCTION_NONDET);
    if (native && (native_facts(callee->native) & FACT_INTERNAL) && !l->f.runtime) {
        emit_unsupported(l, "a call of the internal function `%s`", name);
        return false;
    }
    uint32_t words = dropped ? 0 : type->word_count;
    uint32_t list = write_operand_list(l, operands), d = words ? register_new(l, words) : NO_REGISTER;
    emit(l, native ? OP_CALL_NATIVE : OP_CALL, words ? (whole ? whole : result_width(type)) : 0, words, d,
         native ? l->functions.data[number].native : number, list);
    if (whole)
        d = emit_new(l, OP_TRUNC, result_width(type), 0, d, 0);
    value_set_register(l, call, d, words);
    return true;
}

// Where the callee turns out to take no variable arguments, those that are passed follow the fixed ones.
static uint32_t signature_of_call(struct lowering *l, LLVMValueRef call, const struct operands *operands)
{
    struct signature_text signature;
    signature_begin(l, &signature, LLVMTypeOf(call));
    for (uint32_t i = 0; i < operands->sorts.size; i++)
        signature_add(&signature, operands->sorts.data[i]);
    for (uint32_t i = 0; i < operands->variadic.size; i++) {
        LLVMTypeRef type = operands->variadic.data[i].type;
        if (type && LLVMGetTypeKind(type) != LLVMVectorTypeKind)
            signature_add_type(l, &signature, type);
        else
            signature_add(&signature, (struct signature_word){.width = 0}); // that no parameter has
    }
    return signature_end(l, &signature);
}

static void emit_indirect(struct lowering *l, LLVMValueRef call, LLVMValueRef pointer,
                          struct operands *operands)
{
    const struct type_info *type = type_of(l, call);
    uint32_t address = value_register(l, pointer), words = type->word_count;
    uint32_t list = write_operand_list(l, operands), d = words ? register_new(l, words) : NO_REGISTER;
    vector_push(&l->operands, signature_of_call(l, call, operands));
    emit(l, OP_CALL_INDIRECT, result_width(type), words, d, address, list);
    value_set_register(l, call, d, words);
}

// The function that is called directly, through casts and aliases, or NULL.
static LLVMValueRef direct_callee(LLVMValueRef called)
{
    while (LLVMIsAGlobalAlias(called) ||
           (LLVMIsAConstantExpr(called) && LLVMGetConstOpcode(called) == LLVMBitCast))
        called = LLVMIsAGlobalAlias(called) ? LLVMAliasGetAliasee(called) : LLVMGetOperand(called, 0);
    return LLVMIsAFunction(called);
}

static const char *unsupported_argument(struct lowering *l, LLVMValueRef call)
{
    unsigned arguments = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < arguments; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
        if (LLVMGetTypeKind(type) != LLVMMetadataTypeKind && type_get(l, type)->unsupported)
            return type_get(l, type)->unsupported;
    }
    return NULL;
}

static bool is_user_defined(struct lowering *l, LLVMValueRef function)
{
    uint32_t number = map_get(&l->function_numbers, function);
    return !LLVMIsDeclaration(function) && number != MAP_ABSENT &&
           !(l->functions.data[number].flags & FUNCTION_RUNTIME);
}

void lower_call(struct lowering *l, LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call), function = direct_callee(called);
    if (function && LLVMGetIntrinsicID(function)) {
        if (!lower_intrinsic(l, call, function)) {
            emit_unsupported(l, "%s", LLVMGetValueName(function));
            value_set_undefined(l, call);
        }
        return;
    }
    const char *why = unsupported_argument(l, call);
    if (why) {
        emit_unsupported(l, "%s as an argument", why);
        value_set_undefined(l, call);
        return;
    }
    if (LLVMIsAInlineAsm(called)) {
        emit_unsupported(l, "inline assembly%s", assembly_reason(call));
        value_set_undefined(l, call);
        return;
    }
    if (function && !is_user_defined(l, function) &&
        lower_atomic_library(l, call, LLVMGetValueName(function), !LLVMIsDeclaration(function)))
        return;
    struct operands operands = {.saved_stack = NO_REGISTER};
    collect_operands(l, call, function, &operands);
    if (function && map_get(&l->function_numbers, function) != MAP_ABSENT && !is_missing(l, function)) {
        if (!emit_direct(l, call, function, &operands))
            value_set_undefined(l, call);
    } else {
        emit_indirect(l, call, called, &operands);
    }
    if (operands.saved_stack != NO_REGISTER)
        emit(l, OP_STACK_RESTORE, 0, 0, 0, operands.saved_stack, 0);
    operands_free(&operands);
}
