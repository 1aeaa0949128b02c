#include "lower/emit.h"

#include "base/sign_extend.h"
#include "program/registers.h"

#include <stdarg.h>
#include <stdio.h>

uint32_t register_new(struct lowering *l, uint32_t count)
{
    uint32_t first = l->f.registers.size;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&l->f.registers, (struct virtual_register){first, count});
    return first;
}

static struct lower_block *current_block(struct lowering *l)
{
    return &l->f.blocks.data[l->f.current];
}

struct emitted *emit(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, uint32_t d, uint32_t a,
                     uint32_t b)
{
    struct emitted e = {
        .code = {.op = (uint16_t)op, .width = (uint8_t)width, .aux = (uint8_t)aux, .d = d, .a = a, .b = b},
        .location = l->f.location,
    };
    struct lower_block *block = current_block(l);
    vector_push(&block->body, e);
    return &vector_last(&block->body);
}

struct emitted *emit_immediate(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, uint32_t d,
                               uint64_t immediate)
{
    return emit(l, op, width, aux, d, (uint32_t)immediate, (uint32_t)(immediate >> 32));
}

void emit_extra(struct lowering *l, uint32_t a, uint32_t b)
{
    emit(l, OP_EXTRA, 0, 0, 0, a, b);
}

uint32_t emit_new(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, uint32_t a, uint32_t b)
{
    uint32_t d = register_new(l, 1);
    emit(l, op, width, aux, d, a, b);
    return d;
}

// Register that holds a constant, made at most once in a block.
static uint32_t emit_constant(struct lowering *l, uint64_t value, uint32_t width, bool address)
{
    for (uint32_t i = 0; i < l->f.constant_cache.size; i++) {
        struct emitted_constant *known = &l->f.constant_cache.data[i];
        if (known->value == value && known->width == width && known->address == address)
            return known->number;
    }
    uint32_t d = register_new(l, 1);
    emit_immediate(l, OP_CONST, width, 0, d, value)->address = address;
    struct emitted_constant constant = {value, d, width, address};
    if (l->f.constant_cache.size < 32)
        vector_push(&l->f.constant_cache, constant);
    return d;
}

bool constant_fits(uint64_t value, uint32_t width)
{
    int64_t extended = sign_extend(value, width);
    return extended == (int32_t)extended;
}

// The operation with its operands exchanged, or OP_ILLEGAL.
static enum opcode commuted(enum opcode op)
{
    switch (op) {
    case OP_ADD:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_EQ:
    case OP_NE: return op;
    case OP_ULT: return OP_UGT;
    case OP_ULE: return OP_UGE;
    case OP_UGT: return OP_ULT;
    case OP_UGE: return OP_ULE;
    case OP_SLT: return OP_SGT;
    case OP_SLE: return OP_SGE;
    case OP_SGT: return OP_SLT;
    case OP_SGE: return OP_SLE;
    default: return OP_ILLEGAL;
    }
}

uint32_t emit_binary(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, struct word a,
                     struct word b)
{
    if (a.kind == WORD_CONSTANT && b.kind != WORD_CONSTANT && commuted(op) != OP_ILLEGAL) {
        struct word swap = a;
        a = b;
        b = swap;
        op = commuted(op);
    }
    uint32_t left = word_register(l, a, width);
    if (b.kind == WORD_CONSTANT && !b.address && constant_fits(b.constant, width))
        return emit_new(l, op + 1, width, aux, left, (uint32_t)b.constant);
    return emit_new(l, op, width, aux, left, word_register(l, b, width));
}

struct word emit_word(struct lowering *l, enum opcode op, uint32_t width, struct word a, struct word b)
{
    return word_of_register(emit_binary(l, op, width, 0, a, b));
}

struct word emit_choice(struct lowering *l, struct word condition, uint32_t width, struct word a,
                        struct word b)
{
    uint32_t left = word_register(l, a, width), right = word_register(l, b, width);
    uint32_t d = emit_new(l, OP_SELECT, width, 0, condition.number, 0);
    emit_extra(l, left, right);
    return word_of_register(d);
}

void emit_unsupported(struct lowering *l, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emit_immediate(l, OP_UNSUPPORTED, 0, 0, 0, lower_string(l, text, strlen(text)));
}

static enum opcode expression_opcode(LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd: return OP_ADD;
    case LLVMSub: return OP_SUB;
    case LLVMMul: return OP_MUL;
    case LLVMXor: return OP_XOR;
    case LLVMShl: return OP_SHL;
    default: return OP_ILLEGAL;
    }
}

// A constant expression that takes code (constant_words).
static struct word expression_word(struct lowering *l, LLVMValueRef constant)
{
    uint32_t pointer = l->pointer_bits, width = type_of(l, constant)->leaves[0].width;
    if (LLVMIsAGlobalVariable(constant)) {
        uint32_t d = register_new(l, 1);
        uint64_t number = l->globals.data[map_get(&l->global_numbers, constant)].address;
        emit_immediate(l, OP_TLS_ADDRESS, pointer, 0, d, number);
        return word_of_register(d);
    }
    if (LLVMIsAGlobalAlias(constant))
        return value_word(l, LLVMAliasGetAliasee(constant));
    switch (LLVMIsAConstantExpr(constant) ? LLVMGetConstOpcode(constant) : 0) {
    case LLVMGetElementPtr: {
        lower_address(l, constant);
        struct word word = value_word(l, constant);
        map_put(&l->f.values, constant, MAP_ABSENT); // the code stands in this block only
        return word;
    }
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast: {
        struct word word = value_word(l, LLVMGetOperand(constant, 0));
        if (width < pointer)
            return word_of_register(emit_new(l, OP_TRUNC, width, 0, word_register(l, word, pointer), 0));
        return word;
    }
    case LLVMTrunc: {
        LLVMValueRef operand = LLVMGetOperand(constant, 0);
        return word_of_register(emit_new(l, OP_TRUNC, width, 0, value_register(l, operand), 0));
    }
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
    case LLVMShl: {
        enum opcode op = expression_opcode(LLVMGetConstOpcode(constant));
        struct word a = value_word(l, LLVMGetOperand(constant, 0)),
                    b = value_word(l, LLVMGetOperand(constant, 1));
        return word_of_register(emit_binary(l, op, width, 0, a, b));
    }
    default: break;
    }
    emit_unsupported(l,
                     "such an expression with the address of a thread-local variable, or with two addresses");
    return (struct word){.kind = WORD_UNDEFINED};
}

static void constant_value(struct lowering *l, LLVMValueRef value, struct word *words)
{
    const char *why = NULL;
    uint32_t count = type_of(l, value)->word_count;
    if (constant_words(l, value, words, &why))
        return;
    for (uint32_t i = 0; i < count; i++)
        words[i] = (struct word){.kind = WORD_UNDEFINED};
    if (!why && count == 1)
        words[0] = expression_word(l, value);
    else
        emit_unsupported(
            l, "%s",
            why ? why : "an aggregate with the address of a thread-local variable, or with two addresses");
}

void value_words(struct lowering *l, LLVMValueRef value, struct word *words)
{
    if (LLVMIsConstant(value) && !LLVMIsAConstantExpr(value)) {
        constant_value(l, value, words);
        return;
    }
    uint32_t first = map_get(&l->f.values, value), count = type_of(l, value)->word_count;
    if (first != MAP_ABSENT) {
        memcpy(words, l->f.words.data + first, count * sizeof *words);
    } else if (LLVMIsConstant(value)) {
        constant_value(l, value, words);
    } else {
        for (uint32_t i = 0; i < count; i++)
            words[i] = (struct word){.kind = WORD_UNDEFINED};
    }
}

struct word *value_copy(struct lowering *l, LLVMValueRef value, uint32_t *count)
{
    *count = type_of(l, value)->word_count;
    struct word *words = memory_alloc((*count + 1) * sizeof *words);
    value_words(l, value, words);
    return words;
}

struct word value_word(struct lowering *l, LLVMValueRef value)
{
    struct word words[MAX_INTEGER_BITS / 64] = {{.kind = WORD_UNDEFINED}};
    if (type_of(l, value)->word_count <= sizeof words / sizeof *words)
        value_words(l, value, words);
    return words[0];
}

uint32_t value_register(struct lowering *l, LLVMValueRef value)
{
    const struct type_info *type = type_of(l, value);
    struct word word = value_word(l, value);
    return word_register(l, word, type->leaf_count ? type->leaves[0].width : 1);
}

void value_set(struct lowering *l, LLVMValueRef value, const struct word *words, uint32_t count)
{
    map_put(&l->f.values, value, l->f.words.size);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&l->f.words, words[i]);
    if (!count)
        vector_push(&l->f.words, (struct word){.kind = WORD_UNDEFINED});
}

void value_set_register(struct lowering *l, LLVMValueRef value, uint32_t first, uint32_t count)
{
    map_put(&l->f.values, value, l->f.words.size);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&l->f.words, word_of_register(first + i));
}

void value_set_undefined(struct lowering *l, LLVMValueRef value)
{
    uint32_t count = type_of(l, value)->word_count;
    map_put(&l->f.values, value, l->f.words.size);
    for (uint32_t i = 0; i <= count; i++)
        vector_push(&l->f.words, (struct word){.kind = WORD_UNDEFINED});
}

uint32_t word_register(struct lowering *l, struct word word, uint32_t width)
{
    if (word.kind == WORD_CONSTANT)
        return emit_constant(l, word.constant, width, word.address);
    if (word.kind == WORD_UNDEFINED)
        return emit_new(l, OP_UNDEF, width, 0, 0, 0);
    if (word.offset)
        return emit_new(l, OP_ADD_I, width, 0, word.number, (uint32_t)word.offset);
    return word.number;
}

uint32_t leaf_registers(struct lowering *l, const struct word *words, uint32_t width)
{
    uint32_t count = words_of_width(width);
    if (count == 1)
        return word_register(l, words[0], width);
    bool consecutive = true;
    for (uint32_t i = 0; i < count; i++)
        consecutive &=
            words[i].kind == WORD_REGISTER && words[i].number == words[0].number + i &&
            l->f.registers.data[words[i].number].leader == l->f.registers.data[words[0].number].leader;
    if (consecutive)
        return words[0].number;
    uint32_t first = register_new(l, count);
    for (uint32_t i = 0; i < count; i++) {
        if (words[i].kind == WORD_CONSTANT)
            emit_immediate(l, OP_CONST, 64, 0, first + i, words[i].constant)->address = words[i].address;
        else if (words[i].kind == WORD_UNDEFINED)
            emit(l, OP_UNDEF, 64, 0, first + i, 0, 0);
        else
            emit(l, OP_MOVE, 64, 0, first + i, words[i].number, 0);
    }
    return first;
}
