// LLVM's intrinsics that clang emits for C.
#include "lower/emit.h"
#include "lower/scopes.h"
#include "lower/shifts.h"
#include "lower/wide_overflow.h"
#include "program/registers.h"

#include <stdlib.h>

// One leaf of a call: operand words by argument, result.
struct leaf_call {
    LLVMValueRef call;
    const struct leaf *leaf;
    struct word *operands[3]; // words of the leaf within each argument
    struct word *result;
};

typedef void intrinsic_function(struct lowering *l, LLVMValueRef call, unsigned parameter);
typedef void leaf_function(struct lowering *l, struct leaf_call *c, unsigned parameter);

static void ignore(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    (void)parameter;
    value_set_undefined(l, call);
}

static void pass_through(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    uint32_t count;
    struct word *words = value_copy(l, LLVMGetOperand(call, parameter), &count);
    value_set(l, call, words, count);
    memory_free(words);
}

static void constant_result(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    struct word word = word_of_constant(parameter);
    value_set(l, call, &word, 1);
}

// Where real frames and the code behind calls lie is not modelled.
static void address_of_frame(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    (void)parameter;
    value_set_undefined(l, call);
    emit_unsupported(l, "the address of a frame, or to return to (__builtin_frame_address)");
}

static void object_size(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    (void)parameter;
    bool minimum = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
    uint32_t width = type_of(l, call)->leaves[0].width;
    struct word word = word_of_constant(minimum ? 0 : width == 64 ? UINT64_MAX : UINT32_MAX);
    value_set(l, call, &word, 1);
}

static void memory_call(struct lowering *l, LLVMValueRef call, unsigned native)
{
    struct word arguments[3];
    for (unsigned i = 0; i < 3; i++)
        arguments[i] = value_word(l, LLVMGetOperand(call, i));
    uint32_t width = type_of(l, LLVMGetOperand(call, 2))->leaves[0].width;
    if (arguments[2].kind == WORD_CONSTANT && arguments[2].constant == 0)
        return;
    if (width != l->pointer_bits && arguments[2].kind == WORD_REGISTER)
        arguments[2] =
            word_of_register(emit_new(l, width < l->pointer_bits ? OP_ZEXT : OP_TRUNC, l->pointer_bits,
                                      width < l->pointer_bits ? width : 0, arguments[2].number, 0));
    if (native == NATIVE_memset &&
        arguments[1].kind != WORD_CONSTANT) // the byte, as the int that memset takes
        arguments[1] = word_of_register(emit_new(l, OP_ZEXT, 32, 8, word_register(l, arguments[1], 8), 0));
    emit_native(l, native, arguments, 3, l->pointer_bits, NO_REGISTER);
}

static void trap(struct lowering *l, LLVMValueRef call, unsigned native)
{
    (void)call;
    emit_native(l, native, NULL, 0, 0, NO_REGISTER);
}

static void sanitizer_trap(struct lowering *l, LLVMValueRef call, unsigned native)
{
    trap(l, call, shifts_is_trap(call) ? NATIVE___heddle_shift_overflow : native);
}

static void emit_memory_fence(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    (void)call;
    (void)parameter;
    emit(l, OP_FENCE, 0, ORDER_SEQ_CST << ORDER_SHIFT, 0, 0, 0);
}

static void stack_save(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    (void)parameter;
    value_set_register(l, call, emit_new(l, OP_STACK_SAVE, l->pointer_bits, 0, 0, 0), 1);
}

// Operations on one address, or on two.
static void address_operation(struct lowering *l, LLVMValueRef call, unsigned op)
{
    uint32_t a = value_register(l, LLVMGetOperand(call, 0));
    uint32_t b = op == OP_VA_COPY ? value_register(l, LLVMGetOperand(call, 1)) : 0;
    emit(l, (enum opcode)op, op == OP_STACK_RESTORE ? l->pointer_bits : 0, 0, 0, a, b);
}

// The address is the second operand: the first is a size.
static void scope(struct lowering *l, LLVMValueRef call, unsigned op)
{
    unsigned flags = scope_mark_flags(call);
    unsigned aux =
        (flags & SCOPE_MARK_ENTERED ? SCOPE_ENTERED : 0) | (flags & SCOPE_MARK_DOUBTFUL ? SCOPE_DOUBTFUL : 0);
    emit(l, (enum opcode)op, l->pointer_bits, aux, 0, value_register(l, LLVMGetOperand(call, 1)), 0);
}

// Applies `function` to every element of the call's operands.
static void each_leaf(struct lowering *l, LLVMValueRef call, leaf_function *function, unsigned parameter)
{
    const struct type_info *type = type_of(l, LLVMGetOperand(call, 0)), *result_type = type_of(l, call);
    struct word *operands[3] = {0}, *result = memory_zalloc(result_type->word_count + 1, sizeof *result);
    unsigned arguments = LLVMGetNumArgOperands(call);
    uint32_t count;
    for (unsigned i = 0; i < arguments && i < 3; i++)
        operands[i] = value_copy(l, LLVMGetOperand(call, i), &count);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        uint32_t at = type->leaves[i].word;
        struct leaf_call c = {.call = call, .leaf = &type->leaves[i], .result = result};
        c.result += result_type->leaf_count == type->leaf_count ? result_type->leaves[i].word : at;
        for (unsigned k = 0; k < arguments && k < 3; k++) // a scalar flag goes with every element
            c.operands[k] = operands[k] + (type_of(l, LLVMGetOperand(call, k))->word_count > at ? at : 0);
        function(l, &c, parameter);
    }
    value_set(l, call, result, result_type->word_count);
    for (unsigned i = 0; i < 3; i++)
        memory_free(operands[i]);
    memory_free(result);
}

static bool refuse_wide(struct lowering *l, const struct leaf_call *c)
{
    if (c->leaf->width <= 64)
        return false;
    emit_unsupported(l, "%s", LLVMGetValueName(LLVMGetCalledValue(c->call)));
    return true;
}

static void unary_leaf(struct lowering *l, struct leaf_call *c, unsigned op)
{
    if (!refuse_wide(l, c))
        c->result[0] = word_of_register(emit_new(l, (enum opcode)op, c->leaf->width, 0,
                                                 word_register(l, c->operands[0][0], c->leaf->width), 0));
}

static void absolute_leaf(struct lowering *l, struct leaf_call *c, unsigned parameter)
{
    (void)parameter;
    uint32_t width = c->leaf->width;
    if (refuse_wide(l, c))
        return;
    struct word x = c->operands[0][0];
    struct word negative = emit_word(l, OP_SLT, width, x, word_of_constant(0));
    bool fits = LLVMConstIntGetZExtValue(LLVMGetOperand(c->call, 1)) != 0; // the lowest value is undefined
    struct word negated =
        word_of_register(emit_binary(l, OP_SUB, width, fits ? OP_NSW : 0u, word_of_constant(0), x));
    c->result[0] = emit_choice(l, negative, width, negated, x);
}

static void minmax_leaf(struct lowering *l, struct leaf_call *c, unsigned comparison)
{
    uint32_t width = c->leaf->width;
    if (refuse_wide(l, c))
        return;
    struct word less = emit_word(l, (enum opcode)comparison, width, c->operands[0][0], c->operands[1][0]);
    c->result[0] = emit_choice(l, less, width, c->operands[0][0], c->operands[1][0]);
}

// fshl(a, b, n): the high word of (a:b) << (n mod width); two shifts of less than the width never meet one of
// it.
static void funnel_leaf(struct lowering *l, struct leaf_call *c, unsigned right)
{
    uint32_t width = c->leaf->width;
    if (refuse_wide(l, c))
        return;
    struct word a = c->operands[0][0], b = c->operands[1][0], one = word_of_constant(1);
    struct word n = emit_word(l, OP_UREM, width, c->operands[2][0], word_of_constant(width));
    struct word rest = emit_word(l, OP_SUB, width, word_of_constant(width - 1), n), high, low;
    if (right) {
        high = emit_word(l, OP_SHL, width, emit_word(l, OP_SHL, width, a, one), rest);
        low = emit_word(l, OP_LSHR, width, b, n);
    } else {
        high = emit_word(l, OP_SHL, width, a, n);
        low = emit_word(l, OP_LSHR, width, emit_word(l, OP_LSHR, width, b, one), rest);
    }
    c->result[0] = emit_word(l, OP_OR, width, high, low);
}

static void overflow_leaf(struct lowering *l, struct leaf_call *c, unsigned kind, struct word *result,
                          struct word *overflow)
{
    uint32_t width = c->leaf->width;
    if (width > 64) {
        if (!wide_overflow(l, (enum overflow_operation)kind, width, c->operands[0], c->operands[1], result,
                           overflow))
            refuse_wide(l, c);
        return;
    }
    uint32_t a = word_register(l, c->operands[0][0], width), b = word_register(l, c->operands[1][0], width);
    uint32_t d = register_new(l, 2);
    emit(l, OP_OVERFLOW, width, kind, d, a, b);
    *result = word_of_register(d);
    *overflow = word_of_register(d + 1);
}

static void with_overflow(struct lowering *l, LLVMValueRef call, unsigned kind)
{
    const struct type_info *type = type_of(l, LLVMGetOperand(call, 0));
    uint32_t count, total = type_of(l, call)->word_count;
    struct word *a = value_copy(l, LLVMGetOperand(call, 0), &count);
    struct word *b = value_copy(l, LLVMGetOperand(call, 1), &count);
    struct word *result = memory_zalloc(total, sizeof *result);
    for (uint32_t i = 0; i < type->leaf_count; i++) { // all results, then all overflow bits
        uint32_t at = type->leaves[i].word;
        struct leaf_call c = {.call = call, .leaf = &type->leaves[i], .operands = {a + at, b + at}};
        overflow_leaf(l, &c, kind, result + at, result + type->word_count + i);
    }
    value_set(l, call, result, total);
    memory_free(a);
    memory_free(b);
    memory_free(result);
}

static void saturating_leaf(struct lowering *l, struct leaf_call *c, unsigned kind)
{
    uint32_t width = c->leaf->width;
    uint64_t all = width == 64 ? UINT64_MAX : (UINT64_C(1) << width % 64) - 1;
    struct word overflow, limit;
    if (refuse_wide(l, c))
        return;
    overflow_leaf(l, c, kind, c->result, &overflow);
    if (kind == OVERFLOW_UADD) {
        limit = word_of_constant(all);
    } else if (kind == OVERFLOW_USUB) {
        limit = word_of_constant(0);
    } else { // the greatest number, or, with all bits flipped, the least
        limit = emit_word(l, OP_ASHR, width, c->operands[0][0], word_of_constant(width - 1));
        limit = emit_word(l, OP_XOR, width, limit, word_of_constant(all >> 1));
    }
    c->result[0] = emit_choice(l, overflow, width, limit, c->result[0]);
}

static void binary_operation_leaf(struct lowering *l, struct leaf_call *c, unsigned op)
{
    if (!refuse_wide(l, c))
        c->result[0] = emit_word(l, (enum opcode)op, c->leaf->width, c->operands[0][0], c->operands[1][0]);
}

static void set_float(struct leaf_call *c, uint32_t d)
{
    for (uint32_t i = 0; i < words_of_width(c->leaf->width); i++)
        c->result[i] = word_of_register(d + i);
}

static void float_unary_leaf(struct lowering *l, struct leaf_call *c, unsigned function)
{
    uint32_t width = c->leaf->width, d = register_new(l, words_of_width(width));
    emit(l, OP_FUNARY, width, function, d, leaf_registers(l, c->operands[0], width), 0);
    set_float(c, d);
}

static void float_binary_leaf(struct lowering *l, struct leaf_call *c, unsigned function)
{
    uint32_t width = c->leaf->width, d = register_new(l, words_of_width(width));
    uint32_t a = leaf_registers(l, c->operands[0], width), b = leaf_registers(l, c->operands[1], width);
    emit(l, OP_FMINMAX, width, function, d, a, b);
    set_float(c, d);
}

// Contracted (one rounding), or not.
static void multiply_add_leaf(struct lowering *l, struct leaf_call *c, unsigned contracted)
{
    uint32_t width = c->leaf->width, words = words_of_width(width), d = register_new(l, words);
    uint32_t a = leaf_registers(l, c->operands[0], width), b = leaf_registers(l, c->operands[1], width);
    uint32_t addend = leaf_registers(l, c->operands[2], width);
    if (contracted) {
        emit(l, OP_FMA, width, 0, d, a, b);
        emit_extra(l, addend, 0);
    } else {
        uint32_t product = register_new(l, words);
        emit(l, OP_FMUL, width, 0, product, a, b);
        emit(l, OP_FADD, width, 0, d, product, addend);
    }
    set_float(c, d);
}

// All elements of a vector made one, from the first on.
static void reduce(struct lowering *l, LLVMValueRef call, leaf_function *function, unsigned parameter)
{
    enum { MOST_WORDS = 1024 / 64 }; // of the widest integers
    const struct type_info *type = type_of(l, LLVMGetOperand(call, 0));
    struct word so_far[MOST_WORDS] = {{0}}, next[MOST_WORDS] = {{0}};
    uint32_t count;
    struct word *words = value_copy(l, LLVMGetOperand(call, 0), &count);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        struct leaf_call c = {.call = call, .leaf = leaf, .operands = {so_far, words + leaf->word}};
        c.result = next;
        if (i)
            function(l, &c, parameter);
        else
            memcpy(next, words + leaf->word, words_of_width(leaf->width) * sizeof *next);
        memcpy(so_far, next, sizeof so_far);
    }
    memory_free(words);
    value_set(l, call, so_far, type_of(l, call)->word_count);
}

static void reduce_operation(struct lowering *l, LLVMValueRef call, unsigned op)
{
    reduce(l, call, binary_operation_leaf, op);
}

static void reduce_minmax(struct lowering *l, LLVMValueRef call, unsigned comparison)
{
    reduce(l, call, minmax_leaf, comparison);
}

static void reduce_float_minmax(struct lowering *l, LLVMValueRef call, unsigned function)
{
    reduce(l, call, float_binary_leaf, function);
}

// The sign of every element, from the first one's in the lowest bit on: at most 32 of at most 64 bits.
static void sign_mask(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    (void)parameter;
    const struct type_info *type = type_of(l, LLVMGetOperand(call, 0));
    uint32_t count, width = type_of(l, call)->leaves[0].width;
    struct word *words = value_copy(l, LLVMGetOperand(call, 0), &count), mask = word_of_constant(0);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        uint32_t element = word_register(l, words[leaf->word], leaf->width);
        struct word sign =
            emit_word(l, OP_LSHR, leaf->width, word_of_register(element), word_of_constant(leaf->width - 1));
        if (leaf->width != width)
            sign = word_of_register(emit_new(l, leaf->width < width ? OP_ZEXT : OP_TRUNC, width,
                                             leaf->width < width ? leaf->width : 0, sign.number, 0));
        if (i)
            sign = emit_word(l, OP_SHL, width, sign, word_of_constant(i));
        mask = i ? emit_word(l, OP_OR, width, mask, sign) : sign;
    }
    memory_free(words);
    value_set(l, call, &mask, 1);
}

// lrint, lround and the like: round, then convert.
static void round_to_integer(struct lowering *l, LLVMValueRef call, unsigned function)
{
    const struct type_info *from = type_of(l, LLVMGetOperand(call, 0)), *to = type_of(l, call);
    uint32_t width = from->leaves[0].width, count, rounded = register_new(l, words_of_width(width));
    struct word *words = value_copy(l, LLVMGetOperand(call, 0), &count);
    emit(l, OP_FUNARY, width, function, rounded, leaf_registers(l, words, width), 0);
    memory_free(words);
    value_set_register(l, call, emit_new(l, OP_F_TO_SINT, to->leaves[0].width, width, rounded, 0), 1);
}

// Bits of llvm.is.fpclass, as ranges of the magnitude of each sign.
enum { CLASS_SIGNALLING = 1, CLASS_QUIET = 2 };

static struct word in_range(struct lowering *l, uint32_t width, struct word x, uint64_t low, uint64_t high)
{
    struct word distance = low ? emit_word(l, OP_SUB, width, x, word_of_constant(low)) : x;
    return emit_word(l, OP_ULE, width, distance, word_of_constant(high - low));
}

static void float_class_leaf(struct lowering *l, struct leaf_call *c, unsigned parameter)
{
    (void)parameter;
    uint32_t width = c->leaf->width, mask = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(c->call, 1));
    if (refuse_wide(l, c))
        return;
    uint64_t sign = UINT64_C(1) << (width - 1),
             infinity = width == 64 ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23;
    uint64_t quiet = infinity | (width == 64 ? UINT64_C(1) << 51 : UINT64_C(1) << 22);
    uint64_t normal = width == 64 ? UINT64_C(1) << 52 : UINT64_C(1) << 23;
    const struct {
        uint32_t bit;
        uint64_t low, high, sign;
    } classes[] = {
        {0x004, infinity, infinity, sign},
        {0x008, normal, infinity - 1, sign},
        {0x010, 1, normal - 1, sign},
        {0x020, 0, 0, sign},
        {0x040, 0, 0, 0},
        {0x080, 1, normal - 1, 0},
        {0x100, normal, infinity - 1, 0},
        {0x200, infinity, infinity, 0},
    };
    struct word x = c->operands[0][0], result = word_of_constant(0);
    struct word magnitude = emit_word(l, OP_AND, width, x, word_of_constant(sign - 1));
    if (mask & CLASS_SIGNALLING)
        result = in_range(l, width, magnitude, infinity + 1, quiet - 1);
    if (mask & CLASS_QUIET)
        result = emit_word(l, OP_OR, 1, in_range(l, width, magnitude, quiet, sign - 1), result);
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        if (mask & classes[i].bit)
            result = emit_word(
                l, OP_OR, 1,
                in_range(l, width, x, classes[i].sign | classes[i].low, classes[i].sign | classes[i].high),
                result);
    c->result[0] = result;
}

static void thread_local_address(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    pass_through(l, call, parameter);
}

static void pointer_mask(struct lowering *l, LLVMValueRef call, unsigned parameter)
{
    (void)parameter;
    struct word address = value_word(l, LLVMGetOperand(call, 0)),
                mask = value_word(l, LLVMGetOperand(call, 1));
    struct word result = emit_word(l, OP_AND, l->pointer_bits, address, mask);
    value_set(l, call, &result, 1);
}

// The name without "llvm." and, unless it ends there, up to a dot and the types.
static const struct intrinsic_entry {
    const char *name;
    intrinsic_function *whole;
    leaf_function *leaf;
    unsigned parameter;
} intrinsics[] = {
    {"lifetime.start", scope, NULL, OP_SCOPE_BEGIN},
    {"lifetime.end", scope, NULL, OP_SCOPE_END},
    {"dbg", ignore, NULL, 0},
    {"assume", ignore, NULL, 0},
    {"donothing", ignore, NULL, 0},
    {"prefetch", ignore, NULL, 0},
    {"var.annotation", ignore, NULL, 0},
    {"invariant.start", ignore, NULL, 0},
    {"invariant.end", ignore, NULL, 0},
    {"experimental.noalias.scope.decl", ignore, NULL, 0},
    {"sideeffect", ignore, NULL, 0},
    {"clear_cache", ignore, NULL, 0},
    {"x86.sse2.pause", ignore, NULL, 0},
    {"expect", pass_through, NULL, 0},
    {"expect.with.probability", pass_through, NULL, 0},
    {"annotation", pass_through, NULL, 0},
    {"ptr.annotation", pass_through, NULL, 0},
    {"launder.invariant.group", pass_through, NULL, 0},
    {"strip.invariant.group", pass_through, NULL, 0},
    {"ssa.copy", pass_through, NULL, 0},
    {"arithmetic.fence", pass_through, NULL, 0},
    {"is.constant", constant_result, NULL, 0},
    {"frameaddress", address_of_frame, NULL, 0},
    {"returnaddress", address_of_frame, NULL, 0},
    {"addressofreturnaddress", address_of_frame, NULL, 0},
    {"get.rounding", constant_result, NULL, 1},
    {"objectsize", object_size, NULL, 0},
    {"memcpy", memory_call, NULL, NATIVE_memcpy},
    {"memcpy.inline", memory_call, NULL, NATIVE_memcpy},
    {"memmove", memory_call, NULL, NATIVE_memmove},
    {"memset", memory_call, NULL, NATIVE_memset},
    {"memset.inline", memory_call, NULL, NATIVE_memset},
    {"trap", trap, NULL, NATIVE_abort},
    {"debugtrap", trap, NULL, NATIVE_abort},
    {"ubsantrap", sanitizer_trap, NULL, NATIVE_abort},
    {"x86.sse.movmsk.ps", sign_mask, NULL, 0},
    {"x86.sse2.movmsk.pd", sign_mask, NULL, 0},
    {"x86.sse2.pmovmskb.128", sign_mask, NULL, 0},
    {"x86.avx.movmsk.ps.256", sign_mask, NULL, 0},
    {"x86.avx.movmsk.pd.256", sign_mask, NULL, 0},
    {"x86.avx2.pmovmskb", sign_mask, NULL, 0},
    {"x86.sse2.mfence", emit_memory_fence, NULL, 0},
    {"x86.sse2.lfence", emit_memory_fence, NULL, 0},
    {"x86.sse.sfence", emit_memory_fence, NULL, 0},
    {"stacksave", stack_save, NULL, 0},
    {"stackrestore", address_operation, NULL, OP_STACK_RESTORE},
    {"va_start", address_operation, NULL, OP_VA_START},
    {"va_end", address_operation, NULL, OP_VA_END},
    {"va_copy", address_operation, NULL, OP_VA_COPY},
    {"threadlocal.address", thread_local_address, NULL, 0},
    {"ptrmask", pointer_mask, NULL, 0},
    {"vector.reduce.add", reduce_operation, NULL, OP_ADD},
    {"vector.reduce.mul", reduce_operation, NULL, OP_MUL},
    {"vector.reduce.and", reduce_operation, NULL, OP_AND},
    {"vector.reduce.or", reduce_operation, NULL, OP_OR},
    {"vector.reduce.xor", reduce_operation, NULL, OP_XOR},
    {"vector.reduce.smax", reduce_minmax, NULL, OP_SGT},
    {"vector.reduce.smin", reduce_minmax, NULL, OP_SLT},
    {"vector.reduce.umax", reduce_minmax, NULL, OP_UGT},
    {"vector.reduce.umin", reduce_minmax, NULL, OP_ULT},
    {"vector.reduce.fmax", reduce_float_minmax, NULL, 1},
    {"vector.reduce.fmin", reduce_float_minmax, NULL, 0},
    {"ctpop", NULL, unary_leaf, OP_CTPOP},
    {"ctlz", NULL, unary_leaf, OP_CTLZ},
    {"cttz", NULL, unary_leaf, OP_CTTZ},
    {"bswap", NULL, unary_leaf, OP_BSWAP},
    {"bitreverse", NULL, unary_leaf, OP_BITREVERSE},
    {"abs", NULL, absolute_leaf, 0},
    {"smax", NULL, minmax_leaf, OP_SGT},
    {"smin", NULL, minmax_leaf, OP_SLT},
    {"umax", NULL, minmax_leaf, OP_UGT},
    {"umin", NULL, minmax_leaf, OP_ULT},
    {"fshl", NULL, funnel_leaf, 0},
    {"fshr", NULL, funnel_leaf, 1},
    {"sadd.with.overflow", with_overflow, NULL, OVERFLOW_SADD},
    {"uadd.with.overflow", with_overflow, NULL, OVERFLOW_UADD},
    {"ssub.with.overflow", with_overflow, NULL, OVERFLOW_SSUB},
    {"usub.with.overflow", with_overflow, NULL, OVERFLOW_USUB},
    {"smul.with.overflow", with_overflow, NULL, OVERFLOW_SMUL},
    {"umul.with.overflow", with_overflow, NULL, OVERFLOW_UMUL},
    {"sadd.sat", NULL, saturating_leaf, OVERFLOW_SADD},
    {"uadd.sat", NULL, saturating_leaf, OVERFLOW_UADD},
    {"ssub.sat", NULL, saturating_leaf, OVERFLOW_SSUB},
    {"usub.sat", NULL, saturating_leaf, OVERFLOW_USUB},
    {"sqrt", NULL, float_unary_leaf, F_SQRT},
    {"fabs", NULL, float_unary_leaf, F_FABS},
    {"floor", NULL, float_unary_leaf, F_FLOOR},
    {"ceil", NULL, float_unary_leaf, F_CEIL},
    {"trunc", NULL, float_unary_leaf, F_TRUNC},
    {"rint", NULL, float_unary_leaf, F_RINT},
    {"nearbyint", NULL, float_unary_leaf, F_NEARBYINT},
    {"round", NULL, float_unary_leaf, F_ROUND},
    {"roundeven", NULL, float_unary_leaf, F_ROUNDEVEN},
    {"sin", NULL, float_unary_leaf, F_SIN},
    {"cos", NULL, float_unary_leaf, F_COS},
    {"exp", NULL, float_unary_leaf, F_EXP},
    {"exp2", NULL, float_unary_leaf, F_EXP2},
    {"log", NULL, float_unary_leaf, F_LOG},
    {"log2", NULL, float_unary_leaf, F_LOG2},
    {"log10", NULL, float_unary_leaf, F_LOG10},
    {"lrint", round_to_integer, NULL, F_RINT},
    {"llrint", round_to_integer, NULL, F_RINT},
    {"lround", round_to_integer, NULL, F_ROUND},
    {"llround", round_to_integer, NULL, F_ROUND},
    {"minnum", NULL, float_binary_leaf, 0},
    {"maxnum", NULL, float_binary_leaf, 1},
    {"copysign", NULL, float_binary_leaf, 2},
    {"fma", NULL, multiply_add_leaf, 1},
    {"fmuladd", NULL, multiply_add_leaf, 0},
    {"is.fpclass", NULL, float_class_leaf, 0},
};

// The longest entry that the name starts with, up to a dot or its end.
static const struct intrinsic_entry *find_intrinsic(const char *name)
{
    const struct intrinsic_entry *best = NULL;
    size_t best_length = 0;
    for (unsigned i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
        size_t length = strlen(intrinsics[i].name);
        if (length > best_length && strncmp(name, intrinsics[i].name, length) == 0 &&
            (name[length] == 0 || name[length] == '.')) {
            best = &intrinsics[i];
            best_length = length;
        }
    }
    return best;
}

// A name such as memcpy.element.unordered.atomic continues with a word that is not a type.
static bool has_variant(const struct intrinsic_entry *entry, const char *name)
{
    static const char *const variants[] = {".element.", ".vector.", ".constrained."};
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strncmp(name + strlen(entry->name), variants[i], strlen(variants[i])) == 0)
            return true;
    return false;
}

static bool supported_types(struct lowering *l, LLVMValueRef call)
{
    unsigned arguments = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < arguments; i++)
        if (type_of(l, LLVMGetOperand(call, i))->unsupported)
            return false;
    return !type_of(l, call)->unsupported;
}

bool lower_intrinsic(struct lowering *l, LLVMValueRef call, LLVMValueRef function)
{
    const char *name = LLVMGetValueName(function) + strlen("llvm.");
    const struct intrinsic_entry *entry = find_intrinsic(name);
    if (!entry || has_variant(entry, name) || (entry->whole != ignore && !supported_types(l, call)))
        return false;
    if (entry->whole)
        entry->whole(l, call, entry->parameter);
    else
        each_leaf(l, call, entry->leaf, entry->parameter);
    return true;
}
