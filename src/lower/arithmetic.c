// Arithmetic, comparisons, conversions: element by element for vectors.
#include "lower/emit.h"
#include "lower/initial.h"
#include "lower/wide.h"
#include "program/registers.h"

static enum opcode binary_opcode(LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd: return OP_ADD;
    case LLVMSub: return OP_SUB;
    case LLVMMul: return OP_MUL;
    case LLVMUDiv: return OP_UDIV;
    case LLVMSDiv: return OP_SDIV;
    case LLVMURem: return OP_UREM;
    case LLVMSRem: return OP_SREM;
    case LLVMShl: return OP_SHL;
    case LLVMLShr: return OP_LSHR;
    case LLVMAShr: return OP_ASHR;
    case LLVMAnd: return OP_AND;
    case LLVMOr: return OP_OR;
    case LLVMXor: return OP_XOR;
    case LLVMFAdd: return OP_FADD;
    case LLVMFSub: return OP_FSUB;
    case LLVMFMul: return OP_FMUL;
    case LLVMFDiv: return OP_FDIV;
    case LLVMFRem: return OP_FREM;
    default: return OP_ILLEGAL;
    }
}

static uint32_t binary_flags(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl: return (LLVMGetNSW(instruction) ? OP_NSW : 0u) | (LLVMGetNUW(instruction) ? OP_NUW : 0u);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: return LLVMGetExact(instruction) ? OP_EXACT : 0u;
    default: return 0;
    }
}

static struct word *sized_result(struct lowering *l, LLVMValueRef instruction)
{
    return memory_zalloc(type_of(l, instruction)->word_count + 1, sizeof(struct word));
}

static void set_result_words(struct lowering *l, LLVMValueRef instruction, struct word *words)
{
    value_set(l, instruction, words, type_of(l, instruction)->word_count);
    memory_free(words);
}

static void set_registers(struct word *words, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        words[i] = word_of_register(first + i);
}

// One element of a binary operation: words of the operands from a and b on, the result's to `result`.
static void binary_leaf(struct lowering *l, enum opcode op, const struct leaf *leaf, uint32_t flags,
                        const struct word *a, const struct word *b, struct word *result)
{
    uint32_t width = leaf->width, count = words_of_width(width);
    if (leaf->kind == LEAF_FLOAT) {
        uint32_t left = leaf_registers(l, a, width), right = leaf_registers(l, b, width),
                 d = register_new(l, count);
        emit(l, op, width, 0, d, left, right);
        set_registers(result, d, count);
    } else if (count == 1) {
        result[0] = word_of_register(emit_binary(l, op, width, flags, a[0], b[0]));
    } else if (!wide_binary(l, op, flags, width, a, b, result)) {
        emit_unsupported(l, "%s of integers of %u bits", opcode_name(op), width);
        for (uint32_t i = 0; i < count; i++)
            result[i] = (struct word){.kind = WORD_UNDEFINED};
    }
}

void lower_binary(struct lowering *l, LLVMValueRef instruction)
{
    const struct type_info *type = type_of(l, instruction);
    enum opcode op = binary_opcode(LLVMGetInstructionOpcode(instruction));
    uint32_t count, flags = binary_flags(instruction);
    struct word *a = value_copy(l, LLVMGetOperand(instruction, 0), &count);
    struct word *b = value_copy(l, LLVMGetOperand(instruction, 1), &count);
    struct word *result = sized_result(l, instruction);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        uint32_t at = type->leaves[i].word;
        binary_leaf(l, op, &type->leaves[i], flags, a + at, b + at, result + at);
    }
    set_result_words(l, instruction, result);
    memory_free(a);
    memory_free(b);
}

static enum opcode comparison_opcode(LLVMIntPredicate predicate)
{
    switch (predicate) {
    case LLVMIntEQ: return OP_EQ;
    case LLVMIntNE: return OP_NE;
    case LLVMIntUGT: return OP_UGT;
    case LLVMIntUGE: return OP_UGE;
    case LLVMIntULT: return OP_ULT;
    case LLVMIntULE: return OP_ULE;
    case LLVMIntSGT: return OP_SGT;
    case LLVMIntSGE: return OP_SGE;
    case LLVMIntSLT: return OP_SLT;
    default: return OP_SLE;
    }
}

static struct word comparison_leaf(struct lowering *l, LLVMValueRef instruction, const struct leaf *leaf,
                                   const struct word *a, const struct word *b)
{
    uint32_t width = leaf->width;
    bool is_float = LLVMGetInstructionOpcode(instruction) == LLVMFCmp;
    enum opcode op = is_float ? OP_FCMP : comparison_opcode(LLVMGetICmpPredicate(instruction));
    if (!is_float && width <= 64)
        return word_of_register(emit_binary(l, op, width, 0, a[0], b[0]));
    if (!is_float)
        return wide_compare(l, op, width, a, b);
    uint32_t left = leaf_registers(l, a, width), right = leaf_registers(l, b, width);
    return word_of_register(
        emit_new(l, OP_FCMP, width, (uint32_t)LLVMGetFCmpPredicate(instruction), left, right));
}

// `(int)condition != 0`, which clang emits for every condition, is the condition.
static bool compares_extended_condition(LLVMValueRef instruction, LLVMValueRef *condition)
{
    LLVMValueRef extended = LLVMGetOperand(instruction, 0);
    if (LLVMGetInstructionOpcode(instruction) != LLVMICmp || LLVMGetICmpPredicate(instruction) != LLVMIntNE ||
        !LLVMIsNull(LLVMGetOperand(instruction, 1)) || !LLVMIsAZExtInst(extended))
        return false;
    *condition = LLVMGetOperand(extended, 0);
    LLVMTypeRef type = LLVMTypeOf(*condition);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

void lower_comparison(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef condition;
    if (compares_extended_condition(instruction, &condition)) {
        struct word word = value_word(l, condition);
        value_set(l, instruction, &word, 1);
        return;
    }
    const struct type_info *type = type_of(l, LLVMGetOperand(instruction, 0));
    uint32_t count;
    struct word *a = value_copy(l, LLVMGetOperand(instruction, 0), &count);
    struct word *b = value_copy(l, LLVMGetOperand(instruction, 1), &count);
    struct word *result = sized_result(l, instruction);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        uint32_t at = type->leaves[i].word;
        result[i] = comparison_leaf(l, instruction, &type->leaves[i], a + at, b + at);
    }
    set_result_words(l, instruction, result);
    memory_free(a);
    memory_free(b);
}

static void convert_leaf(struct lowering *l, LLVMOpcode op, const struct leaf *from, const struct leaf *to,
                         const struct word *word, struct word *result)
{
    enum opcode code = OP_FCONVERT;
    switch (op) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        if (from->width == to->width)
            memcpy(result, word, words_of_width(to->width) * sizeof *word);
        else
            wide_resize(l, op == LLVMSExt, from->width, to->width, word, result);
        return;
    case LLVMFPToSI: code = OP_F_TO_SINT; break;
    case LLVMFPToUI: code = OP_F_TO_UINT; break;
    case LLVMSIToFP: code = OP_SINT_TO_F; break;
    case LLVMUIToFP: code = OP_UINT_TO_F; break;
    default: break;
    }
    const struct leaf *integer = code == OP_F_TO_SINT || code == OP_F_TO_UINT ? to : from;
    if (code != OP_FCONVERT && integer->width > 64) {
        emit_unsupported(l, "conversion between floating point and an integer of %u bits", integer->width);
        for (uint32_t i = 0; i < words_of_width(to->width); i++)
            result[i] = (struct word){.kind = WORD_UNDEFINED};
        return;
    }
    uint32_t a = leaf_registers(l, word, from->width), d = register_new(l, words_of_width(to->width));
    emit(l, code, to->width, from->width, d, a, 0);
    set_registers(result, d, words_of_width(to->width));
}

void lower_cast(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef operand = LLVMGetOperand(instruction, 0);
    LLVMOpcode op = LLVMGetInstructionOpcode(instruction);
    // A condition kept in a byte comes back as it was.
    bool undone = op == LLVMTrunc && LLVMIsAZExtInst(operand) &&
                  LLVMTypeOf(LLVMGetOperand(operand, 0)) == LLVMTypeOf(instruction);
    if (undone)
        operand = LLVMGetOperand(operand, 0);
    if (op == LLVMBitCast || op == LLVMAddrSpaceCast || undone) {
        lower_reinterpret(l, instruction, operand);
        return;
    }
    const struct type_info *from = type_of(l, operand), *to = type_of(l, instruction);
    uint32_t count;
    struct word *words = value_copy(l, operand, &count), *result = sized_result(l, instruction);
    for (uint32_t i = 0; i < to->leaf_count; i++)
        convert_leaf(l, op, &from->leaves[i], &to->leaves[i], words + from->leaves[i].word,
                     result + to->leaves[i].word);
    set_result_words(l, instruction, result);
    memory_free(words);
}

void lower_float_negation(struct lowering *l, LLVMValueRef instruction)
{
    const struct type_info *type = type_of(l, instruction);
    uint32_t count;
    struct word *words = value_copy(l, LLVMGetOperand(instruction, 0), &count);
    struct word *result = sized_result(l, instruction);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        uint32_t a = leaf_registers(l, words + leaf->word, leaf->width);
        uint32_t d = register_new(l, words_of_width(leaf->width));
        emit(l, OP_FNEG, leaf->width, 0, d, a, 0);
        set_registers(result + leaf->word, d, words_of_width(leaf->width));
    }
    set_result_words(l, instruction, result);
    memory_free(words);
}

// d = condition ? a : b for one word.
static struct word select_word(struct lowering *l, uint32_t condition, uint32_t width, struct word a,
                               struct word b)
{
    uint32_t left = word_register(l, a, width), right = word_register(l, b, width);
    uint32_t d = emit_new(l, OP_SELECT, width, 0, condition, 0);
    emit_extra(l, left, right);
    return word_of_register(d);
}

void lower_select(struct lowering *l, LLVMValueRef instruction)
{
    const struct type_info *type = type_of(l, instruction);
    const struct type_info *conditions = type_of(l, LLVMGetOperand(instruction, 0));
    uint32_t count;
    struct word *condition = value_copy(l, LLVMGetOperand(instruction, 0), &count);
    struct word *a = value_copy(l, LLVMGetOperand(instruction, 1), &count);
    struct word *b = value_copy(l, LLVMGetOperand(instruction, 2), &count);
    struct word *result = sized_result(l, instruction);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        uint32_t chosen = word_register(l, condition[conditions->leaf_count > 1 ? i : 0], 1);
        for (uint32_t w = 0; w < words_of_width(leaf->width); w++)
            result[leaf->word + w] = select_word(l, chosen, leaf->width > 64 ? 64 : leaf->width,
                                                 a[leaf->word + w], b[leaf->word + w]);
    }
    set_result_words(l, instruction, result);
    memory_free(condition);
    memory_free(a);
    memory_free(b);
}

// The name of the local variable whose initial value this is, as an offset in strings: clang calls that of a
// function's result `retval`. 0: unknown.
static uint32_t variable_of_initial_value(struct lowering *l, LLVMValueRef value)
{
    size_t length, prefix = strlen(INITIAL_VALUE_NAME);
    const char *name = LLVMGetValueName2(value, &length);
    if (length <= prefix || strncmp(name, INITIAL_VALUE_NAME, prefix) != 0)
        return 0;
    name += prefix;
    length -= prefix;
    if (strspn(name, "0123456789") >= length)
        return 0; // LLVM's number of a value of the compiler's that has no name
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(l->f.function));
    if (length != strlen("retval") || strncmp(name, "retval", length) != 0 ||
        LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        return lower_string(l, name, length);
    size_t own;
    const char *function = LLVMGetValueName2(l->f.function, &own);
    char text[200];
    int used = snprintf(text, sizeof text, "%.*s()", (int)(own < 190 ? own : 190), function);
    return lower_string(l, text, (size_t)used);
}

// An indeterminate value becomes one fixed value: made once, here, and shared by all uses.
void lower_freeze(struct lowering *l, LLVMValueRef instruction)
{
    if (!LLVMGetFirstUse(instruction)) // initial value of a variable (initial.h) that is always written first
        return;
    const struct type_info *type = type_of(l, instruction);
    uint32_t count;
    struct word *words = value_copy(l, LLVMGetOperand(instruction, 0), &count);
    uint32_t name = variable_of_initial_value(l, instruction);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        for (uint32_t w = 0; w < words_of_width(leaf->width); w++) {
            struct word *word = &words[leaf->word + w];
            if (word->kind != WORD_UNDEFINED)
                continue;
            uint32_t to = register_new(l, 1);
            emit_immediate(l, OP_UNDEF, leaf->width > 64 ? 64 : leaf->width, 0, to, name);
            *word = word_of_register(to);
        }
    }
    value_set(l, instruction, words, count);
    memory_free(words);
}
