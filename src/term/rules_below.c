// ULT and SLT. Normal form: the constant, if there is one, on the right (k < x is not(x < k + 1)); signed
// only where a sign is not known; equalities where only one value is left.
#include "term/bounds.h"
#include "term/build.h"

static wide order_lowest(bool is_signed, unsigned width)
{
    return is_signed ? (wide)1 << (width - 1) : 0;
}

static wide order_highest(bool is_signed, unsigned width)
{
    return is_signed ? wide_mask(width - 1) : wide_mask(width);
}

static bool is_extension_of(const struct terms *terms, term t, enum term_kind kind, unsigned *from)
{
    if (!table_is(terms, t, kind))
        return false;
    *from = table_width(terms, table_kid(terms, t, 0));
    return true;
}

// x < value, x a term.
static term below_constant(struct terms *terms, enum term_kind kind, term a, wide value)
{
    bool is_signed = kind == TERM_SLT;
    struct term_node n = terms->nodes[a];
    unsigned from;
    if (value == order_lowest(is_signed, n.width))
        return TERM_FALSE;
    if (value == order_lowest(is_signed, n.width) + 1)
        return term_eq(terms, a, table_constant_wide(terms, n.width, value - 1));
    if (value == order_highest(is_signed, n.width))
        return term_not(terms, term_eq(terms, a, table_constant_wide(terms, n.width, value)));
    if (!is_signed && n.width <= 64) { // the facts leave one value on a side
        if (terms->facts[a].low + 1 == value)
            return term_eq(terms, a, table_constant_wide(terms, n.width, value - 1));
        if (terms->facts[a].high == value)
            return term_not(terms, term_eq(terms, a, table_constant_wide(terms, n.width, value)));
    }
    if (!is_signed && is_extension_of(terms, a, TERM_ZEXT, &from)) {
        if (value >> from)
            return TERM_TRUE;
        return term_binary(terms, TERM_ULT, n.kid[0], table_constant_wide(terms, from, value));
    }
    if (is_signed && is_extension_of(terms, a, TERM_SEXT, &from)) {
        signed_wide bound = wide_signed(n.width, value), top = (signed_wide)1 << (from - 1);
        if (bound >= top)
            return TERM_TRUE;
        if (bound <= -top)
            return TERM_FALSE;
        return term_binary(terms, TERM_SLT, n.kid[0],
                           table_constant_wide(terms, from, value & wide_mask(from)));
    }
    return TERM_NONE;
}

static term below_constant_structure(struct terms *terms, enum term_kind kind, term a, term b, wide value)
{
    struct term_node n = terms->nodes[a];
    wide mask = wide_mask(n.width);
    switch ((enum term_kind)n.kind) {
    case TERM_NOT: // ~x < k is ~k < x
        return term_binary(terms, kind, table_constant_wide(terms, n.width, ~value & mask), n.kid[0]);
    case TERM_CONCAT: {
        unsigned cut = table_width(terms, n.kid[1]), top = n.width - cut;
        if ((value & wide_mask(cut)) == 0) // the low piece does not matter
            return term_binary(terms, kind, n.kid[0], table_constant_wide(terms, top, value >> cut));
        if (table_is_zero(terms, n.kid[1])) // multiples: round the bound up
            return value >> cut == wide_mask(top) || (kind == TERM_SLT && value >> cut == wide_mask(top - 1u))
                       ? TERM_NONE
                       : term_binary(terms, kind, n.kid[0],
                                     table_constant_wide(terms, top, (value >> cut) + 1));
        return TERM_NONE;
    }
    case TERM_ADD: { // x + c < k, where x + c does not wrap
        wide c;
        if (kind == TERM_SLT || n.width > 64 || !table_is_constant_wide(terms, n.kid[1], &c))
            return TERM_NONE;
        const struct term_facts *x = &terms->facts[n.kid[0]];
        if (x->high + c <= mask) // otherwise the facts have decided
            return value > c
                       ? term_binary(terms, kind, n.kid[0], table_constant_wide(terms, n.width, value - c))
                       : TERM_FALSE;
        wide less = (0 - c) & mask;
        if (x->low >= less && value + less <= mask)
            return term_binary(terms, kind, n.kid[0], table_constant_wide(terms, n.width, value + less));
        return TERM_NONE;
    }
    case TERM_ITE: {
        if (!table_is_any_constant(terms, n.kid[1]) && !table_is_any_constant(terms, n.kid[2]))
            return TERM_NONE;
        term first = term_binary(terms, kind, n.kid[1], b);
        return term_ite(terms, n.kid[0], first, term_binary(terms, kind, n.kid[2], b));
    }
    default: return TERM_NONE;
    }
}

// constant < x, by its negation x < constant + 1.
static term above_constant(struct terms *terms, enum term_kind kind, wide value, term b)
{
    unsigned width = table_width(terms, b);
    if (value == order_highest(kind == TERM_SLT, width))
        return TERM_FALSE;
    term next = table_constant_wide(terms, width, (value + 1) & wide_mask(width));
    return term_not(terms, term_binary(terms, kind, b, next));
}

static term below_extended(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned from_a, from_b;
    if (is_extension_of(terms, a, TERM_SEXT, &from_a) && is_extension_of(terms, b, TERM_SEXT, &from_b)) {
        // Extending the sign keeps both orders.
        unsigned width = from_a > from_b ? from_a : from_b;
        term x = term_sext(terms, table_kid(terms, a, 0), width);
        return term_binary(terms, kind, x, term_sext(terms, table_kid(terms, b, 0), width));
    }
    if (kind == TERM_ULT && is_extension_of(terms, a, TERM_ZEXT, &from_a) &&
        is_extension_of(terms, b, TERM_ZEXT, &from_b)) {
        unsigned width = from_a > from_b ? from_a : from_b;
        term x = term_zext(terms, table_kid(terms, a, 0), width);
        return term_binary(terms, kind, x, term_zext(terms, table_kid(terms, b, 0), width));
    }
    return TERM_NONE;
}

// base + constant that does not wrap (unsigned); anything else is itself plus 0.
static term without_constant(const struct terms *terms, term t, uint64_t *constant)
{
    const struct term_node *n = &terms->nodes[t];
    *constant = 0;
    if (n->kind != TERM_ADD || n->width > 64 || !table_is_constant(terms, n->kid[1]))
        return t;
    uint64_t value = terms->nodes[n->kid[1]].value;
    if ((wide)terms->facts[n->kid[0]].high + value > narrow_mask(n->width))
        return t;
    *constant = value;
    return n->kid[0];
}

static term below_shifted(struct terms *terms, term a, term b)
{
    uint64_t c, d;
    unsigned width = table_width(terms, a);
    term x = without_constant(terms, a, &c), y = without_constant(terms, b, &d);
    if (x == y && (c || d))
        return c < d ? TERM_TRUE : TERM_FALSE;
    uint64_t less = c < d ? c : d;
    if (less == 0)
        return TERM_NONE;
    term first = term_binary(terms, TERM_ADD, x, term_constant(terms, width, c - less));
    term second = term_binary(terms, TERM_ADD, y, term_constant(terms, width, d - less));
    return term_binary(terms, TERM_ULT, first, second);
}

static term below_pieces(struct terms *terms, enum term_kind kind, term a, term b)
{
    struct term_node x = terms->nodes[a], y = terms->nodes[b];
    if (x.kind == TERM_NOT && y.kind == TERM_NOT)
        return term_binary(terms, kind, y.kid[0], x.kid[0]);
    if (x.kind != TERM_CONCAT || y.kind != TERM_CONCAT)
        return TERM_NONE;
    if (x.kid[0] == y.kid[0])
        return term_binary(terms, TERM_ULT, x.kid[1], y.kid[1]);
    if (x.kid[1] == y.kid[1])
        return term_binary(terms, kind, x.kid[0], y.kid[0]);
    return TERM_NONE;
}

term rules_below(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned width = table_width(terms, a);
    bool below, sign_a, sign_b;
    if (a == b)
        return TERM_FALSE;
    if (width == 1) // ULT: only 0 < 1; SLT: only -1 < 0
        return kind == TERM_ULT ? term_and(terms, term_not(terms, a), b)
                                : term_and(terms, a, term_not(terms, b));
    if (bounds_decide_below(terms, a, b, kind == TERM_SLT, &below))
        return below ? TERM_TRUE : TERM_FALSE;
    if (kind == TERM_SLT && bounds_sign(terms, a, &sign_a) && bounds_sign(terms, b, &sign_b)) {
        if (sign_a != sign_b)
            return sign_a ? TERM_TRUE : TERM_FALSE;
        return term_binary(terms, TERM_ULT, a, b);
    }
    wide value;
    if (table_is_constant_wide(terms, a, &value))
        return above_constant(terms, kind, value, b);
    term result;
    if (table_is_constant_wide(terms, b, &value)) {
        result = below_constant(terms, kind, a, value);
        return result ? result : below_constant_structure(terms, kind, a, b, value);
    }
    result = below_extended(terms, kind, a, b);
    if (result || (result = below_pieces(terms, kind, a, b)) != TERM_NONE)
        return result;
    return kind == TERM_ULT ? below_shifted(terms, a, b) : TERM_NONE;
}
