// UDIV, SDIV, UREM, SREM. Division by zero is as in SMT-LIB, so every rule says why its divisor is not zero,
// or agrees with it.
#include "term/bounds.h"
#include "term/build.h"

static bool is_not_zero(const struct terms *terms, term t)
{
    return terms->facts[t].ones || (table_width(terms, t) <= 64 && terms->facts[t].low);
}

static bool is_not_negative(const struct terms *terms, term t)
{
    bool set;
    return bounds_sign(terms, t, &set) && !set;
}

static unsigned exact_log2(wide value)
{
    unsigned log = 0;
    while (value >> log != 1)
        log++;
    return log;
}

static bool is_wide_power_of_two(wide value)
{
    return value && (value & (value - 1)) == 0;
}

static term divide_unsigned_by(struct terms *terms, enum term_kind kind, term a, wide value)
{
    unsigned width = table_width(terms, a);
    bool quotient = kind == TERM_UDIV;
    if (value == 0)
        return quotient ? table_constant_wide(terms, width, wide_mask(width)) : a;
    if (value == 1)
        return quotient ? a : table_constant_wide(terms, width, 0);
    if (is_wide_power_of_two(value)) {
        unsigned shift = exact_log2(value);
        if (quotient)
            return term_binary(terms, TERM_LSHR, a, table_constant_wide(terms, width, shift));
        return term_zext(terms, term_extract(terms, a, 0, shift), width);
    }
    if (table_is(terms, a, TERM_ZEXT)) { // in the width that matters; the divisor must fit
        term kid = table_kid(terms, a, 0);
        unsigned from = table_width(terms, kid);
        if (value >> from == 0)
            return term_zext(terms, term_binary(terms, kind, kid, table_constant_wide(terms, from, value)),
                             width);
    }
    return TERM_NONE;
}

static term divide_signed_by(struct terms *terms, enum term_kind kind, term a, wide value)
{
    unsigned width = table_width(terms, a);
    bool quotient = kind == TERM_SDIV;
    if (value == 0 && !quotient)
        return a;
    if (value == 1)
        return quotient ? a : table_constant_wide(terms, width, 0);
    if (value == wide_mask(width)) // -1; MIN / -1 is MIN, which is what negation gives
        return quotient ? term_unary(terms, TERM_NEG, a) : table_constant_wide(terms, width, 0);
    return TERM_NONE;
}

// A choice of constants among the operands, the other one constant.
static term divide_choice(struct terms *terms, enum term_kind kind, term a, term b)
{
    bool left = table_is(terms, a, TERM_ITE);
    struct term_node n = terms->nodes[left ? a : b];
    term other = left ? b : a;
    if (n.kind != TERM_ITE || !table_is_any_constant(terms, other) ||
        !table_is_any_constant(terms, n.kid[1]) || !table_is_any_constant(terms, n.kid[2]))
        return TERM_NONE;
    term x = left ? term_binary(terms, kind, n.kid[1], other) : term_binary(terms, kind, other, n.kid[1]);
    term y = left ? term_binary(terms, kind, n.kid[2], other) : term_binary(terms, kind, other, n.kid[2]);
    return term_ite(terms, n.kid[0], x, y);
}

term rules_divide(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned width = table_width(terms, a);
    bool is_unsigned = kind == TERM_UDIV || kind == TERM_UREM;
    bool quotient = kind == TERM_UDIV || kind == TERM_SDIV;
    wide value;
    term result = TERM_NONE;
    if (table_is_constant_wide(terms, b, &value))
        result =
            is_unsigned ? divide_unsigned_by(terms, kind, a, value) : divide_signed_by(terms, kind, a, value);
    if (result || (result = divide_choice(terms, kind, a, b)) != TERM_NONE)
        return result;
    if (!is_unsigned && is_not_negative(terms, a) && is_not_negative(terms, b))
        return term_binary(terms, quotient ? TERM_UDIV : TERM_UREM, a, b);
    if (!quotient && (a == b || table_is_zero(terms, a))) // also by zero: the dividend, which is zero then
        return table_constant_wide(terms, width, 0);
    if (!is_not_zero(terms, b))
        return TERM_NONE;
    if (a == b)
        return table_constant_wide(terms, width, 1);
    if (table_is_zero(terms, a))
        return a;
    bool below;
    if (is_unsigned && bounds_decide_below(terms, a, b, false, &below) && below)
        return quotient ? table_constant_wide(terms, width, 0) : a;
    return TERM_NONE;
}
