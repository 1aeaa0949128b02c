// What C leaves undefined in integer arithmetic: signed overflow, divisions that trap, shifts by too much.
#include "machine/step.h"

static enum term_kind overflowing_term_kind(unsigned op)
{
    return op == OP_ADD ? TERM_ADD : op == OP_SUB ? TERM_SUB : TERM_MUL;
}

static term lowest_value(struct machine *m, unsigned w)
{
    uint64_t high = w > 64 ? (uint64_t)1 << (w - 65) : 0, low = w > 64 ? 0 : (uint64_t)1 << (w - 1);
    return term_constant_wide(m->terms, w, high, low);
}

// Whether x * c leaves the signed range, for a constant that is neither 0 nor -1.
static term scaled_overflow(struct machine *m, term x, term c, term lowest)
{
    struct terms *t = m->terms;
    term least = term_binary(t, TERM_SDIV, lowest, c);
    term most = term_binary(t, TERM_SDIV, term_unary(t, TERM_NOT, lowest), c);
    bool negative =
        term_is_true(t, term_binary(t, TERM_SLT, c, term_constant_wide(t, term_width(t, c), 0, 0)));
    term below = term_binary(t, TERM_SLT, x, negative ? most : least);
    return term_or(t, below, term_binary(t, TERM_SLT, negative ? least : most, x));
}

// Whether x op y leaves the signed range, where the exact result is wider than terms are: by the signs of a
// sum, by dividing a product again.
static term wide_overflow(struct machine *m, unsigned op, unsigned width, term x, term y)
{
    struct terms *t = m->terms;
    uint64_t high, low;
    term r = term_binary(t, overflowing_term_kind(op), x, y), zero = term_constant_wide(t, width, 0, 0);
    if (op != OP_MUL) {
        term changed = term_binary(t, TERM_XOR, x, r);
        term other = term_binary(t, TERM_XOR, y, op == OP_ADD ? r : x);
        return term_binary(t, TERM_SLT, term_binary(t, TERM_AND, changed, other), zero);
    }
    term minus_one = term_unary(t, TERM_NOT, zero), lowest = lowest_value(m, width);
    if (term_is_constant_wide(t, x, &high, &low)) {
        term swap = x;
        x = y;
        y = swap;
    }
    if (term_is_constant_wide(t, y, &high, &low) && y != zero && y != minus_one)
        return scaled_overflow(m, x, y, lowest);
    term differs = term_not(t, term_eq(t, term_binary(t, TERM_SDIV, r, y), x));
    // -1 times the lowest value is the lowest value, and divided by -1 again, too
    term special = term_and(t, term_eq(t, y, minus_one), term_eq(t, x, lowest));
    return term_and(t, term_not(t, term_eq(t, y, zero)), term_or(t, differs, special));
}

term step_signed_overflow(struct machine *m, unsigned op, unsigned width, struct value a, struct value b)
{
    unsigned wide = op == OP_MUL ? 2 * width : width + 1;
    term x = symbolic_term(m, a, width), y = symbolic_term(m, b, width);
    if (op == OP_SHL) { // LLVM's: what is shifted out must be the sign
        term back = term_binary(m->terms, TERM_ASHR, term_binary(m->terms, TERM_SHL, x, y), y);
        return term_not(m->terms, term_eq(m->terms, back, x));
    }
    if (width > 64)
        return wide_overflow(m, op, width, x, y);
    x = term_sext(m->terms, x, wide);
    y = term_sext(m->terms, y, wide);
    term exact = term_binary(m->terms, overflowing_term_kind(op), x, y);
    term back = term_sext(m->terms, term_extract(m->terms, exact, 0, width), wide);
    return term_not(m->terms, term_eq(m->terms, exact, back));
}

bool step_check_overflow(struct machine *m, const struct instruction *i, unsigned op, struct value a,
                         struct value b)
{
    bool overflows;
    step_save(m, i);
    if (!symbolic_decide(m, step_signed_overflow(m, op, i->width, a, b), &overflows))
        return false;
    if (overflows)
        step_violation(m, PROPERTY_OVERFLOW, "signed integer overflow");
    return !overflows;
}

bool step_check_division(struct machine *m, const struct instruction *i, unsigned op, struct value a,
                         struct value b)
{
    bool wrong;
    unsigned w = i->width;
    term y = symbolic_term(m, b, w), zero = term_constant_wide(m->terms, w, 0, 0);
    step_save(m, i);
    if (!symbolic_decide(m, term_eq(m->terms, y, zero), &wrong))
        return false;
    if (wrong) {
        step_violation(m, PROPERTY_ARITHMETIC, "division by zero");
        return false;
    }
    if (op == OP_UDIV || op == OP_UREM)
        return true;
    term minus_one = term_eq(m->terms, y, term_unary(m->terms, TERM_NOT, zero));
    term lowest = term_eq(m->terms, symbolic_term(m, a, w), lowest_value(m, w));
    if (!symbolic_decide(m, term_and(m->terms, lowest, minus_one), &wrong))
        return false;
    if (wrong) { // it overflows, as the language has it, and it traps, as a division by zero does
        bool asked = m->options.properties & 1u << PROPERTY_ARITHMETIC;
        step_violation(m, asked ? PROPERTY_ARITHMETIC : PROPERTY_OVERFLOW,
                       "overflow in division: the lowest value divided by -1");
    }
    return !wrong;
}

bool step_check_shift(struct machine *m, const struct instruction *i, unsigned op, struct value a,
                      struct value b, bool *valid)
{
    unsigned w = i->width;
    term width = term_constant_wide(m->terms, w, 0, w);
    step_save(m, i);
    if (!symbolic_decide(m, term_binary(m->terms, TERM_ULT, symbolic_term(m, b, w), width), valid))
        return false;
    if (!*valid && m->options.properties & 1u << PROPERTY_OVERFLOW) {
        step_violation(m, PROPERTY_OVERFLOW, "shift by the width of the type or more");
        return false;
    }
    bool checked = op == OP_SHL && (w > 64 ? i->aux & WIDE_NSW : i->aux & OP_NSW) &&
                   m->options.properties & 1u << PROPERTY_OVERFLOW;
    return !*valid || !checked || step_check_overflow(m, i, op, a, b);
}
