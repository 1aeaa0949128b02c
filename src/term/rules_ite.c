// ITE: choices between constants are bits, nested choices on related conditions are one, what both sides
// share is outside.
#include "term/bounds.h"
#include "term/build.h"

static term ite_of_bits(struct terms *terms, term condition, term a, term b)
{
    if (a == TERM_TRUE)
        return term_or(terms, condition, b);
    if (a == TERM_FALSE)
        return term_and(terms, term_not(terms, condition), b);
    if (b == TERM_TRUE)
        return term_or(terms, term_not(terms, condition), a);
    if (b == TERM_FALSE)
        return term_and(terms, condition, a);
    if (a == condition)
        return term_or(terms, condition, b);
    if (b == condition)
        return term_and(terms, condition, a);
    if (table_is(terms, a, TERM_NOT) && table_kid(terms, a, 0) == b)
        return term_not(terms, term_eq(terms, condition, b));
    if (table_is(terms, b, TERM_NOT) && table_kid(terms, b, 0) == a)
        return term_eq(terms, condition, a);
    return TERM_NONE;
}

static term ite_of_constants(struct terms *terms, term condition, term a, term b)
{
    wide x, y;
    unsigned width = table_width(terms, a);
    if (!table_is_constant_wide(terms, a, &x) || !table_is_constant_wide(terms, b, &y))
        return TERM_NONE;
    wide ones = wide_mask(width);
    if (y == 0 && x == 1)
        return term_zext(terms, condition, width);
    if (y == 0 && x == ones)
        return term_sext(terms, condition, width);
    if (x == 0 && y == 1)
        return term_zext(terms, term_not(terms, condition), width);
    if (x == 0 && y == ones)
        return term_sext(terms, term_not(terms, condition), width);
    return TERM_NONE;
}

// A choice inside, on the same condition or with the same alternative.
static term ite_nested(struct terms *terms, term condition, term a, term b)
{
    struct term_node x = terms->nodes[a], y = terms->nodes[b];
    if (x.kind == TERM_ITE) {
        if (x.kid[0] == condition)
            return term_ite(terms, condition, x.kid[1], b);
        if (x.kid[2] == b)
            return term_ite(terms, term_and(terms, condition, x.kid[0]), x.kid[1], b);
        if (x.kid[1] == b)
            return term_ite(terms, term_and(terms, condition, term_not(terms, x.kid[0])), x.kid[2], b);
    }
    if (y.kind == TERM_ITE) {
        if (y.kid[0] == condition)
            return term_ite(terms, condition, a, y.kid[2]);
        if (y.kid[1] == a)
            return term_ite(terms, term_or(terms, condition, y.kid[0]), a, y.kid[2]);
        if (y.kid[2] == a)
            return term_ite(terms, term_or(terms, condition, term_not(terms, y.kid[0])), a, y.kid[1]);
    }
    return TERM_NONE;
}

// Where the condition says that two terms are equal, the choice between them is none.
static term ite_of_equal(struct terms *terms, term condition, term a, term b)
{
    struct term_node n = terms->nodes[condition];
    if (n.kind == TERM_EQ && ((n.kid[0] == a && n.kid[1] == b) || (n.kid[0] == b && n.kid[1] == a)))
        return b;
    return TERM_NONE;
}

// An operand as what was extended from `from` bits, if that is what it is or could be.
static term before_extension(struct terms *terms, enum term_kind kind, term t, unsigned from)
{
    wide value;
    if (table_is(terms, t, kind) && table_width(terms, table_kid(terms, t, 0)) == from)
        return table_kid(terms, t, 0);
    if (!table_is_constant_wide(terms, t, &value))
        return TERM_NONE;
    wide inner = value & wide_mask(from);
    wide again =
        kind == TERM_SEXT ? (wide)wide_signed(from, inner) & wide_mask(table_width(terms, t)) : inner;
    return again == value ? table_constant_wide(terms, from, inner) : TERM_NONE;
}

static term ite_of_extended(struct terms *terms, term condition, term a, term b)
{
    struct term_node n = terms->nodes[table_is_any_constant(terms, a) ? b : a];
    if (n.kind != TERM_ZEXT && n.kind != TERM_SEXT)
        return TERM_NONE;
    enum term_kind kind = (enum term_kind)n.kind;
    unsigned from = table_width(terms, n.kid[0]);
    term x = before_extension(terms, kind, a, from),
         y = x ? before_extension(terms, kind, b, from) : TERM_NONE;
    if (!y)
        return TERM_NONE;
    term inner = term_ite(terms, condition, x, y);
    return kind == TERM_ZEXT ? term_zext(terms, inner, n.width) : term_sext(terms, inner, n.width);
}

// Lists of pieces with the same first or the same last piece.
static term ite_of_pieces(struct terms *terms, term condition, term a, term b)
{
    struct term_node x = terms->nodes[a], y = terms->nodes[b];
    if (x.kind != TERM_CONCAT || y.kind != TERM_CONCAT)
        return TERM_NONE;
    if (x.kid[0] == y.kid[0])
        return term_concat(terms, x.kid[0], term_ite(terms, condition, x.kid[1], y.kid[1]));
    if (x.kid[1] == y.kid[1])
        return term_concat(terms, term_ite(terms, condition, x.kid[0], y.kid[0]), x.kid[1]);
    return TERM_NONE;
}

term rules_ite(struct terms *terms, term condition, term a, term b)
{
    if (table_is(terms, condition, TERM_NOT))
        return term_ite(terms, table_kid(terms, condition, 0), b, a);
    term result = table_width(terms, a) == 1 ? ite_of_bits(terms, condition, a, b)
                                             : ite_of_constants(terms, condition, a, b);
    if (result || (result = ite_nested(terms, condition, a, b)) != TERM_NONE ||
        (result = ite_of_equal(terms, condition, a, b)) != TERM_NONE ||
        (result = ite_of_extended(terms, condition, a, b)) != TERM_NONE)
        return result;
    return ite_of_pieces(terms, condition, a, b);
}
