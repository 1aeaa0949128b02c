// EQ: decided by facts, taken apart along pieces, extensions and choices, and solved for the atom where the
// two sides are linear.
#include "term/bounds.h"
#include "term/build.h"
#include "term/linear.h"

static term no(void)
{
    return TERM_FALSE;
}

// The node itself, once nothing but the facts can decide it.
static term equal_as_it_is(struct terms *terms, term a, term b)
{
    if (a == b)
        return TERM_TRUE;
    wide x, y;
    if (table_is_constant_wide(terms, a, &x) && table_is_constant_wide(terms, b, &y))
        return x == y ? TERM_TRUE : no();
    if (bounds_differ(terms, a, b))
        return no();
    bool turn = table_is_any_constant(terms, a) || (a > b && !table_is_any_constant(terms, b));
    return table_intern(terms, TERM_EQ, 1, turn ? b : a, turn ? a : b, TERM_NONE, 0);
}

// coefficient * atom + constant = 0
static term solve_one(struct terms *terms, unsigned width, struct linear_summand s, wide constant)
{
    wide target = (0 - constant) & wide_mask(width);
    unsigned even = 0;
    while ((s.coefficient >> even & 1) == 0)
        even++;
    if (target & wide_mask(even) && even)
        return no();
    unsigned left = width - even;
    wide value = (target >> even) * linear_inverse(s.coefficient >> even) & wide_mask(left);
    return term_eq(terms, term_extract(terms, s.atom, 0, left), table_constant_wide(terms, left, value));
}

// Positive coefficients on one side, negative ones and the constant on the other; the first atom is positive.
static term balance(struct terms *terms, struct linear *l)
{
    wide mask = wide_mask(l->width);
    if (wide_signed(l->width, l->summands[0].coefficient) < 0)
        linear_scale(l, mask);
    struct linear left, right;
    linear_init(&left, l->width);
    linear_init(&right, l->width);
    for (unsigned i = 0; i < l->count; i++) {
        struct linear_summand s = l->summands[i];
        if (wide_signed(l->width, s.coefficient) > 0) {
            left.summands[left.count++] = s;
        } else {
            s.coefficient = (0 - s.coefficient) & mask;
            right.summands[right.count++] = s;
        }
    }
    right.constant = (0 - l->constant) & mask;
    term sum = linear_build(terms, &left);
    return equal_as_it_is(terms, sum, linear_build(terms, &right));
}

static term equal_linear(struct terms *terms, term a, term b)
{
    struct linear l;
    linear_init(&l, table_width(terms, a));
    if (!linear_add(terms, &l, a, 1) || !linear_add(terms, &l, b, ~(wide)0))
        return TERM_NONE;
    if (l.count == 0)
        return l.constant == 0 ? TERM_TRUE : no();
    if (l.count == 1)
        return solve_one(terms, l.width, l.summands[0], l.constant);
    return balance(terms, &l);
}

// A choice between terms of which one at least is constant.
static term equal_choice(struct terms *terms, const struct term_node *n, term b)
{
    bool first = table_is_any_constant(terms, n->kid[1]), second = table_is_any_constant(terms, n->kid[2]);
    if (!first && !second)
        return TERM_NONE;
    term x = term_eq(terms, n->kid[1], b);
    return term_ite(terms, n->kid[0], x, term_eq(terms, n->kid[2], b));
}

static term equal_constant(struct terms *terms, term a, term b, wide value)
{
    struct term_node n = terms->nodes[a];
    unsigned from = n.kid[0] ? table_width(terms, n.kid[0]) : 0;
    switch ((enum term_kind)n.kind) {
    case TERM_NOT:
        return term_eq(terms, n.kid[0], table_constant_wide(terms, n.width, ~value & wide_mask(n.width)));
    case TERM_NEG:
    case TERM_ADD: return equal_linear(terms, a, b);
    case TERM_MUL: return table_is_any_constant(terms, n.kid[1]) ? equal_linear(terms, a, b) : TERM_NONE;
    case TERM_ZEXT:
        if (value >> from)
            return no();
        return term_eq(terms, n.kid[0], table_constant_wide(terms, from, value));
    case TERM_SEXT: {
        wide inner = value & wide_mask(from);
        if (((wide)wide_signed(from, inner) & wide_mask(n.width)) != value)
            return no();
        return term_eq(terms, n.kid[0], table_constant_wide(terms, from, inner));
    }
    case TERM_CONCAT: {
        unsigned cut = table_width(terms, n.kid[1]);
        term low = term_eq(terms, n.kid[1], table_constant_wide(terms, cut, value & wide_mask(cut)));
        if (low == TERM_FALSE)
            return no();
        term high = term_eq(terms, n.kid[0], table_constant_wide(terms, from, value >> cut));
        return term_and(terms, high, low);
    }
    case TERM_ITE: return equal_choice(terms, &n, b);
    case TERM_XOR: {
        wide mask;
        if (table_is_constant_wide(terms, n.kid[1], &mask))
            return term_eq(terms, n.kid[0], table_constant_wide(terms, n.width, value ^ mask));
        return value == 0 ? term_eq(terms, n.kid[0], n.kid[1]) : TERM_NONE;
    }
    case TERM_OR: {
        if (value)
            return TERM_NONE;
        term left = term_eq(terms, n.kid[0], b);
        return term_and(terms, left, term_eq(terms, n.kid[1], b));
    }
    default: return TERM_NONE;
    }
}

static term equal_bits(struct terms *terms, term a, term b)
{
    if (b == TERM_TRUE)
        return a;
    if (b == TERM_FALSE)
        return term_not(terms, a);
    if (table_is(terms, a, TERM_NOT))
        return term_not(terms, term_eq(terms, table_kid(terms, a, 0), b));
    if (table_is(terms, b, TERM_NOT))
        return term_not(terms, term_eq(terms, a, table_kid(terms, b, 0)));
    return TERM_NONE;
}

static bool is_extension(const struct term_node *n)
{
    return n->kind == TERM_ZEXT || n->kind == TERM_SEXT;
}

// Both extended in the same way: what was extended, at the larger of the two widths.
static term equal_extended(struct terms *terms, const struct term_node *x, const struct term_node *y)
{
    unsigned from_x = table_width(terms, x->kid[0]), from_y = table_width(terms, y->kid[0]);
    unsigned width = from_x > from_y ? from_x : from_y;
    bool sign = x->kind == TERM_SEXT;
    term a = sign ? term_sext(terms, x->kid[0], width) : term_zext(terms, x->kid[0], width);
    term b = sign ? term_sext(terms, y->kid[0], width) : term_zext(terms, y->kid[0], width);
    return term_eq(terms, a, b);
}

static term equal_cut(struct terms *terms, term a, term b, unsigned cut)
{
    unsigned width = table_width(terms, a);
    term low = term_eq(terms, term_extract(terms, a, 0, cut), term_extract(terms, b, 0, cut));
    if (low == TERM_FALSE)
        return low;
    term high_a = term_extract(terms, a, cut, width - cut), high_b = term_extract(terms, b, cut, width - cut);
    return term_and(terms, term_eq(terms, high_a, high_b), low);
}

// Lists of pieces that are cut at the same place, or where the cut leaves a constant on one side.
static term equal_pieces(struct terms *terms, term a, term b)
{
    struct term_node x = terms->nodes[a], y = terms->nodes[b];
    bool lists =
        (x.kind == TERM_CONCAT || x.kind == TERM_ZEXT) && (y.kind == TERM_CONCAT || y.kind == TERM_ZEXT);
    if (!lists)
        return TERM_NONE;
    unsigned cut_x = table_width(terms, x.kid[x.kind == TERM_CONCAT]);
    unsigned cut_y = table_width(terms, y.kid[y.kind == TERM_CONCAT]);
    bool constant_x = x.kind == TERM_ZEXT || table_is_any_constant(terms, x.kid[0]) ||
                      table_is_any_constant(terms, x.kid[1]);
    bool constant_y = y.kind == TERM_ZEXT || table_is_any_constant(terms, y.kid[0]) ||
                      table_is_any_constant(terms, y.kid[1]);
    if (cut_x == cut_y || constant_x)
        return equal_cut(terms, a, b, cut_x);
    return constant_y ? equal_cut(terms, a, b, cut_y) : TERM_NONE;
}

static term equal_choices(struct terms *terms, term a, term b)
{
    struct term_node x = terms->nodes[a], y = terms->nodes[b];
    if (x.kind != TERM_ITE)
        return TERM_NONE;
    if (x.kid[1] == b)
        return term_or(terms, x.kid[0], term_eq(terms, x.kid[2], b));
    if (x.kid[2] == b)
        return term_or(terms, term_not(terms, x.kid[0]), term_eq(terms, x.kid[1], b));
    if (y.kind != TERM_ITE || y.kid[0] != x.kid[0])
        return TERM_NONE;
    term both = term_eq(terms, x.kid[1], y.kid[1]);
    return term_ite(terms, x.kid[0], both, term_eq(terms, x.kid[2], y.kid[2]));
}

term rules_equal(struct terms *terms, term a, term b)
{
    if (a == b)
        return TERM_TRUE;
    if (bounds_differ(terms, a, b))
        return no();
    if (table_is_any_constant(terms, a)) {
        term swapped = a;
        a = b;
        b = swapped;
    }
    if (table_width(terms, a) == 1)
        return equal_bits(terms, a, b);
    wide value;
    if (table_is_constant_wide(terms, b, &value))
        return equal_constant(terms, a, b, value);
    if (linear_is_compound(terms, a) || linear_is_compound(terms, b))
        return equal_linear(terms, a, b);
    const struct term_node *x = &terms->nodes[a], *y = &terms->nodes[b];
    if (is_extension(x) && x->kind == y->kind) {
        struct term_node first = *x, second = *y;
        return equal_extended(terms, &first, &second);
    }
    term result = equal_choices(terms, a, b);
    if (result || (result = equal_choices(terms, b, a)) != TERM_NONE)
        return result;
    return equal_pieces(terms, a, b);
}
