// NOT, AND, OR, XOR. Where an operand is a list of pieces with constants among them, the operation is done
// piece by piece: what a mask takes away is gone, also when the rest is an input.
#include "term/build.h"
#include "term/chain.h"
#include "term/linear.h"

// A constant operand with more runs of equal bits than this stays a constant operand.
#define MOST_RUNS 16u

static bool has_constant_piece(const struct terms *terms, term t)
{
    if (table_is(terms, t, TERM_ZEXT))
        return true;
    for (; table_is(terms, t, TERM_CONCAT); t = table_kid(terms, t, 1))
        if (table_is_constant(terms, table_kid(terms, t, 0)))
            return true;
    return table_is_constant(terms, t) || table_is(terms, t, TERM_ZEXT);
}

static unsigned count_runs(unsigned width, wide value)
{
    unsigned runs = 1;
    for (unsigned i = 1; i < width; i++)
        runs += (value >> i & 1) != (value >> (i - 1) & 1);
    return runs;
}

// Length of the run of equal bits that `value` starts with at bit `from`.
static unsigned run_length(unsigned width, wide value, unsigned from)
{
    unsigned end = from + 1;
    while (end < width && (value >> end & 1) == (value >> from & 1))
        end++;
    return end - from;
}

// The operation with a run of zeros or ones as the other operand.
static term with_run(struct terms *terms, enum term_kind kind, term slice, bool ones)
{
    unsigned width = table_width(terms, slice);
    if (kind == TERM_AND)
        return ones ? slice : table_constant_wide(terms, width, 0);
    if (kind == TERM_OR)
        return ones ? table_constant_wide(terms, width, wide_mask(width)) : slice;
    return ones ? term_unary(terms, TERM_NOT, slice) : slice;
}

static term with_constant(struct terms *terms, enum term_kind kind, term a, wide value)
{
    unsigned width = table_width(terms, a);
    if (count_runs(width, value) > MOST_RUNS)
        return TERM_NONE;
    term result = TERM_NONE;
    for (unsigned at = 0; at < width;) {
        unsigned length = run_length(width, value, at);
        term piece = with_run(terms, kind, term_extract(terms, a, at, length), value >> at & 1);
        result = result ? term_concat(terms, piece, result) : piece;
        at += length;
    }
    return result;
}

// Where a list of pieces can be cut: above its lowest piece. 0: it is not a list.
static unsigned cut_of(const struct terms *terms, term t)
{
    const struct term_node *n = &terms->nodes[t];
    if (n->kind == TERM_CONCAT)
        return table_width(terms, n->kid[1]);
    return n->kind == TERM_ZEXT ? table_width(terms, n->kid[0]) : 0;
}

static term split_bitwise(struct terms *terms, enum term_kind kind, term a, term b, unsigned cut)
{
    unsigned width = table_width(terms, a);
    term low = term_binary(terms, kind, term_extract(terms, a, 0, cut), term_extract(terms, b, 0, cut));
    term high_a = term_extract(terms, a, cut, width - cut), high_b = term_extract(terms, b, cut, width - cut);
    return term_concat(terms, term_binary(terms, kind, high_a, high_b), low);
}

static term by_pieces(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned cut_a = cut_of(terms, a), cut_b = cut_of(terms, b);
    if (cut_a && (cut_a == cut_b || has_constant_piece(terms, a)))
        return split_bitwise(terms, kind, a, b, cut_a);
    if (cut_b && has_constant_piece(terms, b))
        return split_bitwise(terms, kind, a, b, cut_b);
    return TERM_NONE;
}

// One operand is a bit spread over the whole width.
static term with_spread_bit(struct terms *terms, enum term_kind kind, term a, term b)
{
    struct term_node n = terms->nodes[a];
    if (n.kind != TERM_SEXT || table_width(terms, n.kid[0]) != 1 || kind == TERM_XOR)
        return TERM_NONE;
    if (kind == TERM_AND)
        return term_ite(terms, n.kid[0], b, table_constant_wide(terms, n.width, 0));
    return term_ite(terms, n.kid[0], table_constant_wide(terms, n.width, wide_mask(n.width)), b);
}

static term both_extended(struct terms *terms, enum term_kind kind, term a, term b)
{
    struct term_node x = terms->nodes[a], y = terms->nodes[b];
    if (x.kind != TERM_SEXT || y.kind != TERM_SEXT ||
        table_width(terms, x.kid[0]) != table_width(terms, y.kid[0]))
        return TERM_NONE;
    return term_sext(terms, term_binary(terms, kind, x.kid[0], y.kid[0]), x.width);
}

static term chosen_constants(struct terms *terms, enum term_kind kind, term a, term constant)
{
    struct term_node n = terms->nodes[a];
    if (n.kind != TERM_ITE || !table_is_any_constant(terms, n.kid[1]) ||
        !table_is_any_constant(terms, n.kid[2]))
        return TERM_NONE;
    term x = term_binary(terms, kind, n.kid[1], constant);
    return term_ite(terms, n.kid[0], x, term_binary(terms, kind, n.kid[2], constant));
}

term rules_bitwise(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned width = table_width(terms, a);
    if (a == b)
        return kind == TERM_XOR ? table_constant_wide(terms, width, 0) : a;
    if (kind == TERM_XOR && width == 1)
        return term_not(terms, term_eq(terms, a, b));
    if (table_is_any_constant(terms, a)) {
        term swapped = a;
        a = b;
        b = swapped;
    }
    wide value;
    term result;
    if (table_is_constant_wide(terms, b, &value)) {
        if ((result = chosen_constants(terms, kind, a, b)) != TERM_NONE ||
            (result = with_constant(terms, kind, a, value)) != TERM_NONE)
            return result;
        return chain_build(terms, kind, a, b);
    }
    if ((result = both_extended(terms, kind, a, b)) != TERM_NONE ||
        (result = with_spread_bit(terms, kind, a, b)) != TERM_NONE ||
        (result = with_spread_bit(terms, kind, b, a)) != TERM_NONE ||
        (result = by_pieces(terms, kind, a, b)) != TERM_NONE)
        return result;
    return chain_build(terms, kind, a, b);
}

static bool has_negated_piece(const struct terms *terms, term t)
{
    for (; table_is(terms, t, TERM_CONCAT); t = table_kid(terms, t, 1))
        if (table_is(terms, table_kid(terms, t, 0), TERM_NOT))
            return true;
    return table_is(terms, t, TERM_NOT);
}

term rules_not(struct terms *terms, term a)
{
    struct term_node n = terms->nodes[a];
    switch ((enum term_kind)n.kind) {
    case TERM_NOT: return n.kid[0];
    case TERM_SEXT: return term_sext(terms, term_unary(terms, TERM_NOT, n.kid[0]), n.width);
    case TERM_ZEXT: {
        unsigned grow = n.width - table_width(terms, n.kid[0]);
        term ones = table_constant_wide(terms, grow, wide_mask(grow));
        return term_concat(terms, ones, term_unary(terms, TERM_NOT, n.kid[0]));
    }
    case TERM_CONCAT: {
        if (!has_constant_piece(terms, a) && !has_negated_piece(terms, a))
            return TERM_NONE;
        term low = term_unary(terms, TERM_NOT, n.kid[1]);
        return term_concat(terms, term_unary(terms, TERM_NOT, n.kid[0]), low);
    }
    case TERM_ITE:
        if (!table_is_any_constant(terms, n.kid[1]) || !table_is_any_constant(terms, n.kid[2]))
            return TERM_NONE;
        return term_ite(terms, n.kid[0], term_unary(terms, TERM_NOT, n.kid[1]),
                        term_unary(terms, TERM_NOT, n.kid[2])); // both are folded: no order of making
    case TERM_ADD:
    case TERM_NEG: { // -x - 1
        if (n.kind == TERM_ADD && !table_is_any_constant(terms, n.kid[1]))
            return TERM_NONE;
        term negated = term_unary(terms, TERM_NEG, a);
        return term_binary(terms, TERM_SUB, negated, table_constant_wide(terms, n.width, 1));
    }
    default: return TERM_NONE;
    }
}
