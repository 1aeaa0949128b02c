#include "term/build.h"
#include "term/linear.h"

// Nodes visited for one sum: a bound for sums that grew beyond LINEAR_MOST and stay in pieces.
#define MOST_VISITED 128u

wide linear_inverse(wide odd)
{
    wide inverse = odd; // right for 3 bits; each step doubles those that are right
    for (unsigned bits = 3; bits < 128; bits *= 2)
        inverse *= 2 - odd * inverse;
    return inverse;
}

void linear_init(struct linear *l, unsigned width)
{
    l->width = width;
    l->count = 0;
    l->constant = 0;
}

// Most sums come in ascending order, so the place is found from the end.
static bool add_linear_atom(struct linear *l, term atom, wide coefficient)
{
    wide mask = wide_mask(l->width);
    unsigned at = l->count;
    while (at > 0 && l->summands[at - 1].atom > atom)
        at--;
    if (at > 0 && l->summands[at - 1].atom == atom) {
        wide sum = (l->summands[at - 1].coefficient + coefficient) & mask;
        l->summands[at - 1].coefficient = sum;
        if (sum == 0) {
            memmove(&l->summands[at - 1], &l->summands[at], (l->count - at) * sizeof l->summands[0]);
            l->count--;
        }
        return true;
    }
    if ((coefficient & mask) == 0)
        return true;
    if (l->count == LINEAR_MOST)
        return false;
    memmove(&l->summands[at + 1], &l->summands[at], (l->count - at) * sizeof l->summands[0]);
    l->summands[at] = (struct linear_summand){atom, coefficient & mask};
    l->count++;
    return true;
}

// How many zero bits a list of pieces ends with, as a constant piece.
static unsigned trailing_zeros(const struct terms *terms, term t)
{
    while (table_is(terms, t, TERM_CONCAT))
        t = table_kid(terms, t, 1);
    return table_is_value(terms, t, 0) ? table_width(terms, t) : 0;
}

// A shift to the left, perhaps of something extended afterwards, is a multiple: t = 2^*shift * result.
static term unshift(struct terms *terms, term t, unsigned *shift)
{
    struct term_node n = terms->nodes[t];
    bool extended = n.kind == TERM_ZEXT || n.kind == TERM_SEXT;
    term list = extended ? n.kid[0] : t;
    if (!table_is(terms, list, TERM_CONCAT) || (*shift = trailing_zeros(terms, list)) == 0)
        return TERM_NONE;
    term high = term_extract(terms, list, *shift, table_width(terms, list) - *shift);
    if (extended)
        return n.kind == TERM_ZEXT ? term_zext(terms, high, n.width) : term_sext(terms, high, n.width);
    const struct term_node *h = &terms->nodes[high];
    if (h->kind == TERM_EXTRACT && h->value == 0 && table_width(terms, h->kid[0]) == n.width)
        return h->kid[0];
    return term_zext(terms, high, n.width);
}

static bool add_visited(struct terms *terms, struct linear *l, term t, wide factor, unsigned *visited)
{
    for (;;) {
        struct term_node n = terms->nodes[t];
        wide value;
        unsigned shift;
        term base;
        if (++*visited > MOST_VISITED)
            return false;
        if (table_is_constant_wide(terms, t, &value)) {
            l->constant = (l->constant + value * factor) & wide_mask(l->width);
            return true;
        }
        switch ((enum term_kind)n.kind) {
        case TERM_ADD:
            if (!add_visited(terms, l, n.kid[0], factor, visited))
                return false;
            t = n.kid[1];
            continue;
        case TERM_NEG:
            t = n.kid[0];
            factor = 0 - factor;
            continue;
        case TERM_NOT: // -x - 1
            l->constant = (l->constant - factor) & wide_mask(l->width);
            t = n.kid[0];
            factor = 0 - factor;
            continue;
        case TERM_MUL:
            if (!table_is_constant_wide(terms, n.kid[1], &value))
                return add_linear_atom(l, t, factor);
            t = n.kid[0];
            factor *= value;
            continue;
        case TERM_CONCAT:
        case TERM_ZEXT:
        case TERM_SEXT:
            base = unshift(terms, t, &shift);
            if (!base)
                return add_linear_atom(l, t, factor);
            t = base;
            factor <<= shift;
            if (table_is(terms, t, TERM_CONCAT) || table_is(terms, t, TERM_ZEXT) ||
                table_is(terms, t, TERM_SEXT))
                return add_linear_atom(l, t, factor);
            continue;
        default: return add_linear_atom(l, t, factor);
        }
    }
}

bool linear_add(struct terms *terms, struct linear *l, term t, wide factor)
{
    unsigned visited = 0;
    return add_visited(terms, l, t, factor, &visited);
}

void linear_scale(struct linear *l, wide factor)
{
    wide mask = wide_mask(l->width);
    unsigned kept = 0;
    l->constant = l->constant * factor & mask;
    for (unsigned i = 0; i < l->count; i++) {
        wide coefficient = l->summands[i].coefficient * factor & mask;
        if (coefficient)
            l->summands[kept++] = (struct linear_summand){l->summands[i].atom, coefficient};
    }
    l->count = kept;
}

static term build_summand(struct terms *terms, unsigned width, struct linear_summand s)
{
    if (s.coefficient == 1)
        return s.atom;
    if (s.coefficient == wide_mask(width))
        return table_intern(terms, TERM_NEG, width, s.atom, TERM_NONE, TERM_NONE, 0);
    if ((s.coefficient & (s.coefficient - 1)) == 0) {
        unsigned shift = 0;
        while (s.coefficient >> shift != 1)
            shift++;
        term kept = term_extract(terms, s.atom, 0, width - shift);
        return term_concat(terms, kept, table_constant_wide(terms, shift, 0));
    }
    term factor = table_constant_wide(terms, width, s.coefficient);
    return table_intern(terms, TERM_MUL, width, s.atom, factor, TERM_NONE, 0);
}

term linear_build(struct terms *terms, const struct linear *l)
{
    term sum = TERM_NONE;
    for (unsigned i = 0; i < l->count; i++) {
        term summand = build_summand(terms, l->width, l->summands[i]);
        sum = sum ? table_intern(terms, TERM_ADD, l->width, sum, summand, TERM_NONE, 0) : summand;
    }
    if (sum && l->constant == 0)
        return sum;
    term constant = table_constant_wide(terms, l->width, l->constant);
    return sum ? table_intern(terms, TERM_ADD, l->width, sum, constant, TERM_NONE, 0) : constant;
}

bool linear_is_compound(const struct terms *terms, term t)
{
    const struct term_node *n = &terms->nodes[t];
    switch ((enum term_kind)n->kind) {
    case TERM_ADD:
    case TERM_NEG: return true;
    case TERM_NOT: return n->width > 1;
    case TERM_MUL: return table_is_any_constant(terms, n->kid[1]);
    default: return false;
    }
}

// One of the factors is an extended bit: the product is the other factor or nothing.
static term multiply_by_bit(struct terms *terms, term a, term b)
{
    struct term_node n = terms->nodes[a];
    if ((n.kind != TERM_ZEXT && n.kind != TERM_SEXT) || table_width(terms, n.kid[0]) != 1)
        return TERM_NONE;
    term other = n.kind == TERM_ZEXT ? b : term_unary(terms, TERM_NEG, b);
    return term_ite(terms, n.kid[0], other, table_constant_wide(terms, n.width, 0));
}

// Takes the coefficient out of a factor that is a multiple of one atom.
static term take_coefficient(struct terms *terms, term t, wide *factor)
{
    struct linear l;
    linear_init(&l, table_width(terms, t));
    if (!linear_add(terms, &l, t, 1) || l.count != 1 || l.constant != 0)
        return t;
    *factor *= l.summands[0].coefficient;
    return l.summands[0].atom;
}

static term multiply_terms(struct terms *terms, term a, term b)
{
    unsigned width = table_width(terms, a);
    wide factor = 1;
    bool first = table_is_constant_wide(terms, a, &factor);
    if (first || table_is_constant_wide(terms, b, &factor)) {
        struct linear l;
        linear_init(&l, width);
        if (!linear_add(terms, &l, first ? b : a, factor))
            return TERM_NONE;
        return linear_build(terms, &l);
    }
    term product = multiply_by_bit(terms, a, b);
    if (product || (product = multiply_by_bit(terms, b, a)) != TERM_NONE)
        return product;
    factor = 1;
    term x = take_coefficient(terms, a, &factor), y = take_coefficient(terms, b, &factor);
    product = table_intern(terms, TERM_MUL, width, x < y ? x : y, x < y ? y : x, TERM_NONE, 0);
    struct linear l;
    linear_init(&l, width);
    linear_add(terms, &l, product, factor);
    return linear_build(terms, &l);
}

term rules_linear(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned width = table_width(terms, a);
    if (width == 1) // one bit: sums are exclusive or, products are and
        return term_binary(terms, kind == TERM_MUL ? TERM_AND : TERM_XOR, a, b);
    if (kind == TERM_MUL)
        return multiply_terms(terms, a, b);
    struct linear l;
    linear_init(&l, width);
    if (linear_add(terms, &l, a, 1) && linear_add(terms, &l, b, kind == TERM_SUB ? ~(wide)0 : 1))
        return linear_build(terms, &l);
    if (kind == TERM_SUB)
        return table_intern(terms, TERM_ADD, width, a, term_unary(terms, TERM_NEG, b), TERM_NONE, 0);
    return TERM_NONE;
}

term rules_negate(struct terms *terms, term a)
{
    unsigned width = table_width(terms, a);
    if (width == 1)
        return a;
    struct linear l;
    linear_init(&l, width);
    if (!linear_add(terms, &l, a, ~(wide)0))
        return TERM_NONE;
    return linear_build(terms, &l);
}
