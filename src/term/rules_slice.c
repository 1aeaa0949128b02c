// EXTRACT, CONCAT, ZEXT, SEXT and shifts by constants, which are written with them: the normal form of
// anything that only moves bits is a list of pieces, CONCAT(piece, CONCAT(piece, ...)), no piece being a
// CONCAT itself, with the extension, if there is one, outermost. A slice is cut out of its kid wherever the
// kid's structure shows the bits; it stays an EXTRACT of what computes (ADD, ITE, ...). Concatenating slices
// is the inverse: the bytes of any term, put together again, are that term.
#include "term/bounds.h"
#include "term/build.h"
#include "term/linear.h"

// Sums narrower than this many nodes are looked through for narrowing.
#define NARROW_BUDGET 8u

// Whether the low `width` bits of t can be had by computing with `width` bits only, from operands that are
// extensions of no more bits than that.
static bool narrows(const struct terms *terms, term t, unsigned width, unsigned *budget)
{
    const struct term_node *n = &terms->nodes[t];
    if ((*budget)-- == 0) {
        *budget = 0;
        return false;
    }
    switch ((enum term_kind)n->kind) {
    case TERM_CONSTANT: return true;
    case TERM_ZEXT:
    case TERM_SEXT: return terms->nodes[n->kid[0]].width <= width;
    case TERM_NEG: return narrows(terms, n->kid[0], width, budget);
    case TERM_ADD:
    case TERM_MUL:
        return narrows(terms, n->kid[0], width, budget) && narrows(terms, n->kid[1], width, budget);
    default: return false;
    }
}

static term extract_of_arithmetic(struct terms *terms, term a, unsigned low, unsigned width)
{
    unsigned budget = NARROW_BUDGET;
    if (low != 0 || !narrows(terms, a, width, &budget))
        return TERM_NONE;
    struct term_node n = terms->nodes[a];
    term first = term_extract(terms, n.kid[0], 0, width);
    if (n.kind == TERM_NEG)
        return term_unary(terms, TERM_NEG, first);
    return term_binary(terms, (enum term_kind)n.kind, first, term_extract(terms, n.kid[1], 0, width));
}

static term extract_of_concat(struct terms *terms, term high, term below, unsigned low, unsigned width)
{
    unsigned split = table_width(terms, below);
    if (low >= split)
        return term_extract(terms, high, low - split, width);
    if (low + width <= split)
        return term_extract(terms, below, low, width);
    term upper = term_extract(terms, high, 0, low + width - split);
    return term_concat(terms, upper, term_extract(terms, below, low, split - low));
}

static term extract_of_extension(struct terms *terms, const struct term_node *n, unsigned low, unsigned width)
{
    unsigned from = table_width(terms, n->kid[0]);
    bool sign = n->kind == TERM_SEXT;
    term kid = n->kid[0];
    if (low + width <= from)
        return term_extract(terms, kid, low, width);
    if (low >= from && !sign)
        return table_constant_wide(terms, width, 0);
    if (low >= from)
        return term_sext(terms, term_extract(terms, kid, from - 1, 1), width);
    term rest = term_extract(terms, kid, low, from - low);
    return sign ? term_sext(terms, rest, width) : term_zext(terms, rest, width);
}

term rules_extract(struct terms *terms, term a, unsigned low, unsigned width)
{
    struct term_node n = terms->nodes[a];
    switch ((enum term_kind)n.kind) {
    case TERM_EXTRACT: return term_extract(terms, n.kid[0], (unsigned)n.value + low, width);
    case TERM_CONCAT: return extract_of_concat(terms, n.kid[0], n.kid[1], low, width);
    case TERM_ZEXT:
    case TERM_SEXT: return extract_of_extension(terms, &n, low, width);
    case TERM_NOT: return term_unary(terms, TERM_NOT, term_extract(terms, n.kid[0], low, width));
    case TERM_NEG:
    case TERM_ADD:
    case TERM_MUL: return extract_of_arithmetic(terms, a, low, width);
    case TERM_ITE: {
        // Only bits on which both sides agree: the others must stay together.
        if (table_is(terms, n.kid[1], TERM_ITE) || table_is(terms, n.kid[2], TERM_ITE))
            return TERM_NONE;
        term x = term_extract(terms, n.kid[1], low, width);
        return x == term_extract(terms, n.kid[2], low, width) ? x : TERM_NONE;
    }
    default: return TERM_NONE;
    }
}

// high and low as neighbouring slices of one term, if one of them says which term that is.
static term join_slices(struct terms *terms, term high, term low)
{
    struct term_node h = terms->nodes[high], l = terms->nodes[low];
    unsigned width = h.width + l.width;
    if (h.kind == TERM_EXTRACT && h.value >= l.width) {
        unsigned at = (unsigned)h.value - l.width;
        if (term_extract(terms, h.kid[0], at, l.width) == low)
            return term_extract(terms, h.kid[0], at, width);
    }
    if (l.kind == TERM_EXTRACT && l.value + width <= table_width(terms, l.kid[0])) {
        unsigned at = (unsigned)l.value;
        if (term_extract(terms, l.kid[0], at + l.width, h.width) == high)
            return term_extract(terms, l.kid[0], at, width);
    }
    return TERM_NONE;
}

// Two neighbouring pieces as one, or TERM_NONE.
static term join_pieces(struct terms *terms, term high, term low)
{
    struct term_node h = terms->nodes[high], l = terms->nodes[low];
    if (h.kind == TERM_NOT && l.kind == TERM_NOT)
        return term_unary(terms, TERM_NOT, term_concat(terms, h.kid[0], l.kid[0]));
    if (h.kind == TERM_ITE && l.kind == TERM_ITE && h.kid[0] == l.kid[0]) {
        term a = term_concat(terms, h.kid[1], l.kid[1]);
        return term_ite(terms, h.kid[0], a, term_concat(terms, h.kid[2], l.kid[2]));
    }
    return join_slices(terms, high, low);
}

// A constant above what begins with a constant. Runs of constants are written with all but the first of 64
// bits.
static term concat_constants(struct terms *terms, term high, term low)
{
    struct term_node l = terms->nodes[low];
    unsigned width = table_width(terms, high);
    wide value;
    table_is_constant_wide(terms, high, &value);
    if (l.kind == TERM_ZEXT) {
        unsigned zeros = l.width - table_width(terms, l.kid[0]);
        if (value == 0)
            return term_zext(terms, l.kid[0], l.width + width);
        return term_concat(terms, table_constant_wide(terms, width + zeros, value << zeros), l.kid[0]);
    }
    if (l.kind == TERM_CONCAT && table_is_constant(terms, l.kid[0]) && table_width(terms, l.kid[0]) < 64) {
        unsigned shift = table_width(terms, l.kid[0]);
        value = value << shift | terms->nodes[l.kid[0]].value;
        return term_concat(terms, table_constant_wide(terms, width + shift, value), l.kid[1]);
    }
    return TERM_NONE;
}

static term concat_under_constant(struct terms *terms, term high, term low)
{
    term merged = concat_constants(terms, high, low);
    if (merged)
        return merged;
    merged = join_slices(terms, high, low);
    if (merged)
        return merged;
    wide value;
    table_is_constant_wide(terms, high, &value);
    unsigned width = table_width(terms, high), total = width + table_width(terms, low);
    if (value == 0)
        return table_intern(terms, TERM_ZEXT, total, low, TERM_NONE, TERM_NONE, 0);
    if (width > 64) {
        term rest = term_concat(terms, term_constant(terms, 64, (uint64_t)value), low);
        return term_concat(terms, term_constant(terms, width - 64, (uint64_t)(value >> 64)), rest);
    }
    return TERM_NONE;
}

term rules_concat(struct terms *terms, term high, term low)
{
    struct term_node h = terms->nodes[high], l = terms->nodes[low];
    if (table_is_any_constant(terms, high))
        return concat_under_constant(terms, high, low);
    unsigned total = h.width + l.width;
    switch ((enum term_kind)h.kind) {
    case TERM_CONCAT: return term_concat(terms, h.kid[0], term_concat(terms, h.kid[1], low));
    case TERM_ZEXT: return term_zext(terms, term_concat(terms, h.kid[0], low), total);
    case TERM_SEXT: return term_sext(terms, term_concat(terms, h.kid[0], low), total);
    default: break;
    }
    // A wide constant is two pieces, but as the lowest piece it stays whole.
    bool list = l.kind == TERM_CONCAT && !table_is_any_constant(terms, low);
    term joined = join_pieces(terms, high, list ? l.kid[0] : low);
    if (joined)
        return list ? term_concat(terms, joined, l.kid[1]) : joined;
    if (list && (joined = join_slices(terms, high, low)) != TERM_NONE)
        return joined;
    if (h.width == 1 && term_extract(terms, low, l.width - 1u, 1) == high)
        return term_sext(terms, low, total);
    return TERM_NONE;
}

// Whether a + b cannot carry out of its width (at most 64).
static bool adds_without_carry(const struct terms *terms, term a, term b)
{
    unsigned width = table_width(terms, a);
    return width <= 64 && (wide)terms->facts[a].high + terms->facts[b].high <= narrow_mask(width);
}

static bool multiplies_without_carry(const struct terms *terms, term a, term b)
{
    unsigned width = table_width(terms, a);
    return width <= 64 && (wide)terms->facts[a].high * terms->facts[b].high <= narrow_mask(width);
}

term rules_zext(struct terms *terms, term a, unsigned width)
{
    struct term_node n = terms->nodes[a];
    switch ((enum term_kind)n.kind) {
    case TERM_ZEXT: return term_zext(terms, n.kid[0], width);
    case TERM_CONCAT:
        if (!table_is_constant(terms, n.kid[0]) || table_width(terms, n.kid[0]) >= 64)
            return TERM_NONE;
        return concat_constants(terms, table_constant_wide(terms, width - n.width, 0), a);
    case TERM_ADD:
        if (!adds_without_carry(terms, n.kid[0], n.kid[1]))
            return TERM_NONE;
        return term_binary(terms, TERM_ADD, term_zext(terms, n.kid[0], width),
                           term_zext(terms, n.kid[1], width));
    case TERM_MUL:
        if (!table_is_constant(terms, n.kid[1]) || !multiplies_without_carry(terms, n.kid[0], n.kid[1]))
            return TERM_NONE;
        return term_binary(terms, TERM_MUL, term_zext(terms, n.kid[0], width),
                           term_zext(terms, n.kid[1], width));
    default: return TERM_NONE;
    }
}

term rules_sext(struct terms *terms, term a, unsigned width)
{
    struct term_node n = terms->nodes[a];
    bool set;
    if (bounds_sign(terms, a, &set)) {
        if (!set)
            return term_zext(terms, a, width);
        unsigned grow = width - n.width;
        return term_concat(terms, table_constant_wide(terms, grow, wide_mask(grow)), a);
    }
    if (n.kind == TERM_SEXT)
        return term_sext(terms, n.kid[0], width);
    return TERM_NONE;
}

static term shift_term_by_constant(struct terms *terms, enum term_kind kind, term a, wide amount)
{
    unsigned width = table_width(terms, a);
    if (amount == 0)
        return a;
    if (amount >= width) {
        if (kind != TERM_ASHR)
            return table_constant_wide(terms, width, 0);
        amount = width - 1;
    }
    unsigned by = (unsigned)amount;
    if (kind == TERM_SHL) {
        // A sum is multiplied, summand by summand; anything else moves.
        if (linear_is_compound(terms, a) && !table_is(terms, a, TERM_NOT))
            return term_binary(terms, TERM_MUL, a, table_constant_wide(terms, width, (wide)1 << by));
        term kept = term_extract(terms, a, 0, width - by);
        return term_concat(terms, kept, table_constant_wide(terms, by, 0));
    }
    term kept = term_extract(terms, a, by, width - by);
    return kind == TERM_LSHR ? term_zext(terms, kept, width) : term_sext(terms, kept, width);
}

term rules_shift(struct terms *terms, enum term_kind kind, term a, term b)
{
    wide amount;
    if (table_is_constant_wide(terms, b, &amount))
        return shift_term_by_constant(terms, kind, a, amount);
    if (table_is_zero(terms, a))
        return a;
    unsigned width = table_width(terms, a);
    if (width <= 64 && terms->facts[b].low >= width)
        return shift_term_by_constant(terms, kind, a, width);
    struct term_node n = terms->nodes[b];
    if (n.kind == TERM_ITE && table_is_any_constant(terms, n.kid[1]) &&
        table_is_any_constant(terms, n.kid[2])) {
        term x = term_binary(terms, kind, a, n.kid[1]);
        return term_ite(terms, n.kid[0], x, term_binary(terms, kind, a, n.kid[2]));
    }
    bool negative;
    if (kind == TERM_ASHR && bounds_sign(terms, a, &negative) && !negative)
        return term_binary(terms, TERM_LSHR, a, b);
    return TERM_NONE;
}
