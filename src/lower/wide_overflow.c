#include "lower/wide_overflow.h"

#include "program/registers.h"

#define MOST_WORDS (MAX_WIDE_BITS / 64)

static void set_zero(struct word *number)
{
    for (uint32_t i = 0; i < MOST_WORDS; i++)
        number[i] = word_of_constant(0);
}

static void set_minus_one(uint32_t width, struct word *number)
{
    for (uint32_t i = 0; i < words_of_width(width); i++) {
        uint32_t part = part_of_width(width, i);
        number[i] = word_of_constant(part == 64 ? UINT64_MAX : (UINT64_C(1) << part) - 1);
    }
}

// ---- products: they overflow if dividing them by one factor does not give the other

// Whether product / a is not b. False where a is `excepted` as a divisor: the division is by 1 then.
static struct word quotient_differs(struct lowering *l, enum opcode divide, uint32_t width,
                                    struct word excepted, const struct word *a, const struct word *b,
                                    const struct word *product)
{
    struct word divisor[MOST_WORDS], quotient[MOST_WORDS];
    for (uint32_t i = 0; i < words_of_width(width); i++)
        divisor[i] = emit_choice(l, excepted, part_of_width(width, i), word_of_constant(i == 0), a[i]);
    wide_binary(l, divide, 0, width, product, divisor, quotient);
    struct word ordinary = emit_word(l, OP_XOR, 1, excepted, word_of_constant(1));
    return emit_word(l, OP_AND, 1, ordinary, wide_compare(l, OP_NE, width, quotient, b));
}

// 0 times b does not overflow.
static struct word unsigned_product_overflows(struct lowering *l, uint32_t width, const struct word *a,
                                              const struct word *b, const struct word *product)
{
    struct word zero[MOST_WORDS];
    set_zero(zero);
    struct word is_zero = wide_compare(l, OP_EQ, width, a, zero);
    return quotient_differs(l, OP_UDIV, width, is_zero, a, b, product);
}

// Neither does 0 times b. -1 times b overflows for the least b only, of which the product is b again, so that
// both are negative; to divide the least number by -1 would overflow itself.
static struct word signed_product_overflows(struct lowering *l, uint32_t width, const struct word *a,
                                            const struct word *b, const struct word *product)
{
    struct word zero[MOST_WORDS], minus_one[MOST_WORDS], both[MOST_WORDS];
    set_zero(zero);
    set_minus_one(width, minus_one);
    struct word is_zero = wide_compare(l, OP_EQ, width, a, zero);
    struct word is_minus_one = wide_compare(l, OP_EQ, width, a, minus_one);
    struct word excepted = emit_word(l, OP_OR, 1, is_zero, is_minus_one);
    struct word differs = quotient_differs(l, OP_SDIV, width, excepted, a, b, product);
    wide_binary(l, OP_AND, 0, width, b, product, both);
    struct word both_negative = wide_compare(l, OP_SLT, width, both, zero);
    return emit_word(l, OP_OR, 1, differs, emit_word(l, OP_AND, 1, is_minus_one, both_negative));
}

// ---- sums and differences

// Of a signed sum: its sign differs from both operands' signs. Of a signed difference: its sign differs from
// that of a, and so does the sign of b.
static struct word sign_overflows(struct lowering *l, bool sum, uint32_t width, const struct word *a,
                                  const struct word *b, const struct word *result)
{
    struct word zero[MOST_WORDS], changed[MOST_WORDS], other[MOST_WORDS];
    set_zero(zero);
    wide_binary(l, OP_XOR, 0, width, a, result, changed);
    wide_binary(l, OP_XOR, 0, width, b, sum ? result : a, other);
    wide_binary(l, OP_AND, 0, width, changed, other, changed);
    return wide_compare(l, OP_SLT, width, changed, zero);
}

bool wide_overflow(struct lowering *l, enum overflow_operation operation, uint32_t width,
                   const struct word *a, const struct word *b, struct word *result, struct word *overflow)
{
    static const enum opcode operations[] = {OP_ADD, OP_ADD, OP_SUB, OP_SUB, OP_MUL, OP_MUL};
    if (width > MAX_WIDE_BITS || !wide_binary(l, operations[operation], 0, width, a, b, result))
        return false;
    switch (operation) {
    case OVERFLOW_UADD: *overflow = wide_compare(l, OP_ULT, width, result, a); break;
    case OVERFLOW_USUB: *overflow = wide_compare(l, OP_ULT, width, a, b); break;
    case OVERFLOW_SADD:
    case OVERFLOW_SSUB: *overflow = sign_overflows(l, operation == OVERFLOW_SADD, width, a, b, result); break;
    case OVERFLOW_UMUL: *overflow = unsigned_product_overflows(l, width, a, b, result); break;
    case OVERFLOW_SMUL: *overflow = signed_product_overflows(l, width, a, b, result); break;
    }
    return true;
}
