// Structures, arrays and vectors as values: lists of words, so that most of these operations take no code.
#include "lower/emit.h"
#include "program/registers.h"

// Walks the indices of an extractvalue or insertvalue to the first word of what they name.
static uint32_t path_word(struct lowering *l, LLVMValueRef instruction, LLVMTypeRef type)
{
    const unsigned *indices = LLVMGetIndices(instruction);
    unsigned count = LLVMGetNumIndices(instruction);
    uint32_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t leaf, word;
        type_element(l, type, indices[i], &leaf, &word);
        at += word;
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, indices[i])
                                                           : LLVMGetElementType(type);
    }
    return at;
}

void lower_extract_value(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef aggregate = LLVMGetOperand(instruction, 0);
    uint32_t count, at = path_word(l, instruction, LLVMTypeOf(aggregate));
    struct word *words = value_copy(l, aggregate, &count);
    value_set(l, instruction, words + at, type_of(l, instruction)->word_count);
    memory_free(words);
}

void lower_insert_value(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef aggregate = LLVMGetOperand(instruction, 0), value = LLVMGetOperand(instruction, 1);
    uint32_t count, at = path_word(l, instruction, LLVMTypeOf(aggregate));
    struct word *words = value_copy(l, aggregate, &count);
    value_words(l, value, words + at);
    value_set(l, instruction, words, count);
    memory_free(words);
}

// Where the index is not constant: d = index == i ? a : b for every word of element i.
static struct word choose_element(struct lowering *l, uint32_t index, uint32_t index_width, uint32_t i,
                                  uint32_t width, struct word a, struct word b)
{
    struct word equal =
        word_of_register(emit_binary(l, OP_EQ, index_width, 0, word_of_register(index), word_of_constant(i)));
    uint32_t left = word_register(l, a, width), right = word_register(l, b, width);
    uint32_t d = emit_new(l, OP_SELECT, width, 0, equal.number, 0);
    emit_extra(l, left, right);
    return word_of_register(d);
}

void lower_extract_element(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef vector = LLVMGetOperand(instruction, 0), index = LLVMGetOperand(instruction, 1);
    const struct type_info *element = type_of(l, instruction);
    uint32_t count, each = element->word_count, width = element->leaves[0].width;
    struct word *words = value_copy(l, vector, &count);
    struct word at = value_word(l, index);
    if (at.kind == WORD_CONSTANT && at.constant < count / each) {
        value_set(l, instruction, words + at.constant * each, each);
    } else if (at.kind != WORD_REGISTER) {
        value_set_undefined(l, instruction);
    } else {
        uint32_t index_width = type_of(l, index)->leaves[0].width, number = word_register(l, at, index_width);
        for (uint32_t i = 1; i < count / each; i++)
            for (uint32_t w = 0; w < each; w++)
                words[w] = choose_element(l, number, index_width, i, width > 64 ? 64 : width,
                                          words[i * each + w], words[w]);
        value_set(l, instruction, words, each);
    }
    memory_free(words);
}

void lower_insert_element(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef element = LLVMGetOperand(instruction, 1), index = LLVMGetOperand(instruction, 2);
    const struct type_info *type = type_of(l, element);
    uint32_t count, each = type->word_count, width = type->leaves[0].width;
    struct word *words = value_copy(l, LLVMGetOperand(instruction, 0), &count), value[MAX_INTEGER_BITS / 64];
    struct word at = value_word(l, index);
    value_words(l, element, value);
    if (at.kind == WORD_CONSTANT && at.constant < count / each) {
        memcpy(words + at.constant * each, value, each * sizeof *words);
    } else if (at.kind == WORD_REGISTER) {
        uint32_t index_width = type_of(l, index)->leaves[0].width, number = word_register(l, at, index_width);
        for (uint32_t i = 0; i < count / each; i++)
            for (uint32_t w = 0; w < each; w++)
                words[i * each + w] = choose_element(l, number, index_width, i, width > 64 ? 64 : width,
                                                     value[w], words[i * each + w]);
    }
    value_set(l, instruction, words, count);
    memory_free(words);
}

void lower_shuffle(struct lowering *l, LLVMValueRef instruction)
{
    uint32_t first_count, second_count,
        each = type_get(l, LLVMGetElementType(LLVMTypeOf(instruction)))->word_count;
    struct word *first = value_copy(l, LLVMGetOperand(instruction, 0), &first_count);
    struct word *second = value_copy(l, LLVMGetOperand(instruction, 1), &second_count);
    unsigned elements = LLVMGetNumMaskElements(instruction);
    struct word *words = memory_zalloc(elements * each + 1, sizeof *words);
    for (unsigned i = 0; i < elements; i++) {
        int from = LLVMGetMaskValue(instruction, i);
        if (from < 0)
            continue; // stays undefined
        uint32_t at = (uint32_t)from * each;
        memcpy(words + i * each, at < first_count ? first + at : second + at - first_count,
               each * sizeof *words);
    }
    value_set(l, instruction, words, elements * each);
    memory_free(words);
    memory_free(first);
    memory_free(second);
}

static uint32_t total_bits(const struct type_info *type)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < type->leaf_count; i++)
        bits += type->leaves[i].width;
    return bits;
}

// Elements of a vector lie at multiples of their width; they do not straddle 64-bit words if that divides 64,
// or if all of them fit one word. Wide elements are whole words themselves if their width is a multiple
// of 64.
static bool splits_evenly(const struct type_info *type)
{
    uint32_t width = type->leaf_count ? type->leaves[0].width : 0;
    return width && (type->leaf_count == 1 || total_bits(type) <= 64 || 64 % width == 0 || width % 64 == 0);
}

static void pack_one(struct lowering *l, const struct type_info *type, const struct word *words,
                     uint32_t first, uint32_t whole, uint32_t d)
{
    uint32_t width = type->leaves[0].width, result = NO_REGISTER;
    for (uint32_t i = 0; i * width < whole && first + i < type->leaf_count; i++) {
        struct word element = words[first + i];
        uint32_t number = word_register(l, element, width);
        if (width < whole)
            number = emit_new(l, OP_ZEXT, whole, width, number, 0);
        if (i)
            number = emit_new(l, OP_SHL_I, whole, 0, number, i * width);
        result = result == NO_REGISTER ? number : emit_new(l, OP_OR, whole, 0, result, number);
    }
    emit(l, OP_MOVE, whole, 0, d, result, 0);
}

uint32_t pack_words(struct lowering *l, LLVMValueRef value, uint32_t *count)
{
    const struct type_info *type = type_of(l, value);
    if (!splits_evenly(type))
        return NO_REGISTER;
    uint32_t bits = total_bits(type), width = type->leaves[0].width, total;
    struct word *words = value_copy(l, value, &total);
    *count = words_of_width(bits);
    uint32_t first;
    if (type->leaf_count == 1) {
        first = leaf_registers(l, words, width);
    } else {
        first = register_new(l, *count);
        for (uint32_t w = 0; w < *count; w++) {
            uint32_t whole = bits - w * 64 < 64 ? bits - w * 64 : 64;
            if (width % 64 == 0)
                emit(l, OP_MOVE, 64, 0, first + w, word_register(l, words[w], 64), 0);
            else
                pack_one(l, type, words, w * 64 / width, whole, first + w);
        }
    }
    memory_free(words);
    return first;
}

// Takes 64-bit words apart into the elements of `type`.
static void unpack_elements(struct lowering *l, LLVMValueRef instruction, const struct type_info *type,
                            uint32_t packed)
{
    uint32_t width = type->leaves[0].width, bits = total_bits(type);
    struct word *words = memory_zalloc(type->word_count, sizeof *words);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        if (type->leaf_count == 1 || width % 64 == 0) {
            for (uint32_t w = 0; w < words_of_width(width); w++)
                words[leaf->word + w] = word_of_register(packed + leaf->word + w);
            continue;
        }
        uint32_t word = i * width / 64, shift = i * width % 64;
        uint32_t whole = bits - word * 64 < 64 ? bits - word * 64 : 64, number = packed + word;
        if (shift)
            number = emit_new(l, OP_LSHR_I, whole, 0, number, shift);
        words[i] = word_of_register(width < whole ? emit_new(l, OP_TRUNC, width, 0, number, 0) : number);
    }
    value_set(l, instruction, words, type->word_count);
    memory_free(words);
}

void lower_reinterpret(struct lowering *l, LLVMValueRef instruction, LLVMValueRef operand)
{
    const struct type_info *from = type_of(l, operand), *to = type_of(l, instruction);
    uint32_t count;
    if (from->leaf_count == to->leaf_count && from->leaf_count &&
        from->leaves[0].width == to->leaves[0].width) {
        struct word *words = value_copy(l, operand, &count);
        value_set(l, instruction, words, count);
        memory_free(words);
        return;
    }
    uint32_t packed = splits_evenly(to) ? pack_words(l, operand, &count) : NO_REGISTER;
    if (packed == NO_REGISTER) {
        emit_unsupported(l, "a bit cast between vectors whose elements straddle words");
        value_set_undefined(l, instruction);
        return;
    }
    unpack_elements(l, instruction, to, packed);
}
