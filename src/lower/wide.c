#include "lower/wide.h"

#include "program/registers.h"

// A word of `from` bits as one of `to` bits.
static struct word resized(struct lowering *l, bool sign, uint32_t from, uint32_t to, struct word word)
{
    if (from == to)
        return word;
    uint32_t number = word_register(l, word, from);
    if (to < from)
        return word_of_register(emit_new(l, OP_TRUNC, to, 0, number, 0));
    return word_of_register(emit_new(l, sign ? OP_SEXT : OP_ZEXT, to, from, number, 0));
}

void wide_resize(struct lowering *l, bool sign, uint32_t from, uint32_t to, const struct word *word,
                 struct word *result)
{
    uint32_t source = words_of_width(from), count = words_of_width(to);
    struct word fill = word_of_constant(0);
    if (count > source && sign) {
        struct word top = resized(l, true, part_of_width(from, source - 1), 64, word[source - 1]);
        fill = emit_word(l, OP_ASHR, 64, top, word_of_constant(63));
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part = part_of_width(to, i);
        result[i] = i < source                   ? resized(l, sign, part_of_width(from, i), part, word[i])
                    : fill.kind == WORD_CONSTANT ? fill
                                                 : resized(l, false, 64, part, fill);
    }
}

// Words of 64 bits each, of which `from` + i * `step` are the source, to be shifted by `amount` and joined.
static struct word funnel(struct lowering *l, enum opcode op, struct word near, struct word far,
                          uint32_t amount)
{
    if (!amount)
        return near;
    enum opcode other = op == OP_SHL ? OP_LSHR : OP_SHL;
    struct word low = emit_word(l, op, 64, near, word_of_constant(amount));
    return emit_word(l, OP_OR, 64, low, emit_word(l, other, 64, far, word_of_constant(64 - amount)));
}

static void shift_words_by_constant(struct lowering *l, enum opcode op, uint32_t width, const struct word *a,
                                    uint32_t amount, struct word *result)
{
    uint32_t count = words_of_width(width), skip = amount / 64, rest = amount % 64;
    struct word *whole = memory_zalloc(count, sizeof *whole), fill = word_of_constant(0);
    for (uint32_t i = 0; i < count; i++)
        whole[i] = resized(l, op == OP_ASHR, part_of_width(width, i), 64, a[i]);
    if (op == OP_ASHR)
        fill = emit_word(l, OP_ASHR, 64, whole[count - 1], word_of_constant(63));
    for (uint32_t i = 0; i < count; i++) {
        struct word near = fill, far = fill;
        if (op == OP_SHL) {
            near = i >= skip ? whole[i - skip] : near;
            far = i >= skip + 1 ? whole[i - skip - 1] : far;
        } else {
            near = i + skip < count ? whole[i + skip] : near;
            far = i + skip + 1 < count ? whole[i + skip + 1] : far;
        }
        struct word joined = funnel(l, op == OP_SHL ? OP_SHL : OP_LSHR, near, far, rest);
        result[i] = resized(l, false, 64, part_of_width(width, i), joined);
    }
    memory_free(whole);
}

// Shifts by 1, 2, 4, ... where the amount has that bit.
static void shift_by_bits(struct lowering *l, enum opcode op, uint32_t width, const struct word *a,
                          struct word amount, struct word *result)
{
    uint32_t count = words_of_width(width);
    struct word *shifted = memory_zalloc(count, sizeof *shifted);
    memcpy(result, a, count * sizeof *a);
    for (uint32_t bit = 0; UINT32_C(1) << bit < width; bit++) {
        struct word set = emit_word(l, OP_AND, 64, amount, word_of_constant(UINT64_C(1) << bit));
        uint32_t condition = emit_word(l, OP_NE, 64, set, word_of_constant(0)).number;
        shift_words_by_constant(l, op, width, result, UINT32_C(1) << bit, shifted);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t part = part_of_width(width, i), left = word_register(l, shifted[i], part);
            uint32_t right = word_register(l, result[i], part);
            result[i] = word_of_register(emit_new(l, OP_SELECT, part, 0, condition, 0));
            emit_extra(l, left, right);
        }
    }
    memory_free(shifted);
}

// Adds or subtracts word by word, with a carry that is a bit.
static void add_or_subtract_words(struct lowering *l, enum opcode op, uint32_t width, const struct word *a,
                                  const struct word *b, struct word *result)
{
    struct word carry = word_of_constant(0);
    for (uint32_t i = 0; i < words_of_width(width); i++) {
        uint32_t part = part_of_width(width, i);
        struct word sum = emit_word(l, op, part, a[i], b[i]), wide_carry;
        struct word over =
            op == OP_ADD ? emit_word(l, OP_ULT, part, sum, a[i]) : emit_word(l, OP_ULT, part, a[i], b[i]);
        if (i == 0) {
            result[0] = sum;
            carry = over;
            continue;
        }
        wide_carry = part > 1 ? resized(l, false, 1, part, carry) : carry;
        result[i] = emit_word(l, op, part, sum, wide_carry);
        struct word again = op == OP_ADD ? emit_word(l, OP_ULT, part, result[i], sum)
                                         : emit_word(l, OP_ULT, part, sum, wide_carry);
        carry = emit_word(l, OP_OR, 1, over, again);
    }
}

static bool whole_operation(struct lowering *l, enum opcode op, uint32_t flags, uint32_t width,
                            const struct word *a, const struct word *b, struct word *result)
{
    if (width > MAX_WIDE_BITS)
        return false;
    uint32_t left = leaf_registers(l, a, width), right = leaf_registers(l, b, width);
    uint32_t d = register_new(l, words_of_width(width));
    emit(l, OP_WIDE_BINARY, width, op | (flags & OP_NSW ? WIDE_NSW : 0u), d, left, right);
    for (uint32_t i = 0; i < words_of_width(width); i++)
        result[i] = word_of_register(d + i);
    return true;
}

bool wide_binary(struct lowering *l, enum opcode op, uint32_t flags, uint32_t width, const struct word *a,
                 const struct word *b, struct word *result)
{
    switch (op) {
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        for (uint32_t i = 0; i < words_of_width(width); i++)
            result[i] = emit_word(l, op, part_of_width(width, i), a[i], b[i]);
        return true;
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        if ((b[0].kind != WORD_CONSTANT || b[0].constant >= width || flags & OP_NSW) &&
            width <= MAX_WIDE_BITS)
            return whole_operation(l, op, flags, width, a, b, result);
        if (b[0].kind != WORD_CONSTANT || b[0].constant >= width)
            shift_by_bits(l, op, width, a, b[0], result);
        else
            shift_words_by_constant(l, op, width, a, (uint32_t)b[0].constant, result);
        return true;
    case OP_ADD:
    case OP_SUB:
        if (!whole_operation(l, op, flags, width, a, b, result))
            add_or_subtract_words(l, op, width, a, b, result);
        return true;
    default: return whole_operation(l, op, flags, width, a, b, result);
    }
}

static struct word wide_equal(struct lowering *l, uint32_t width, const struct word *a, const struct word *b)
{
    struct word all = word_of_constant(1);
    for (uint32_t i = 0; i < words_of_width(width); i++) {
        struct word same = emit_word(l, OP_EQ, part_of_width(width, i), a[i], b[i]);
        all = i ? emit_word(l, OP_AND, 1, all, same) : same;
    }
    return all;
}

// a < b: decided by the highest words that differ.
static struct word wide_less(struct lowering *l, bool sign, uint32_t width, const struct word *a,
                             const struct word *b)
{
    uint32_t count = words_of_width(width);
    struct word less = emit_word(l, OP_ULT, part_of_width(width, 0), a[0], b[0]);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t part = part_of_width(width, i);
        struct word here = emit_word(l, sign && i == count - 1 ? OP_SLT : OP_ULT, part, a[i], b[i]);
        struct word same = emit_word(l, OP_EQ, part, a[i], b[i]);
        less = emit_word(l, OP_OR, 1, here, emit_word(l, OP_AND, 1, same, less));
    }
    return less;
}

struct word wide_compare(struct lowering *l, enum opcode op, uint32_t width, const struct word *a,
                         const struct word *b)
{
    bool sign = op == OP_SLT || op == OP_SLE || op == OP_SGT || op == OP_SGE;
    bool exchanged = op == OP_UGT || op == OP_SGT || op == OP_ULE || op == OP_SLE;
    bool negated = op == OP_NE || op == OP_ULE || op == OP_SLE || op == OP_UGE || op == OP_SGE;
    struct word truth = op == OP_EQ || op == OP_NE ? wide_equal(l, width, a, b)
                        : exchanged                ? wide_less(l, sign, width, b, a)
                                                   : wide_less(l, sign, width, a, b);
    return negated ? emit_word(l, OP_XOR, 1, truth, word_of_constant(1)) : truth;
}
