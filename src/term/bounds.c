#include "term/bounds.h"

static struct term_facts unknown_facts(unsigned width)
{
    return (struct term_facts){0, 0, 0, narrow_mask(width > 64 ? 64 : width)};
}

static uint64_t word_mask(unsigned width)
{
    return narrow_mask(width > 64 ? 64 : width);
}

// Bits above the highest set one in `value` filled with ones below: 0b0101 -> 0b0111.
static uint64_t fill_below(uint64_t value)
{
    return value ? UINT64_MAX >> __builtin_clzll(value) : 0;
}

// Lets the bits sharpen the bounds and the bounds sharpen the bits.
static struct term_facts tighten(unsigned width, struct term_facts f)
{
    if (width > 64)
        return (struct term_facts){f.zeros, f.ones, 0, UINT64_MAX};
    uint64_t mask = narrow_mask(width);
    f.zeros &= mask;
    f.ones &= mask;
    if (f.low < f.ones)
        f.low = f.ones;
    if (f.high > (mask & ~f.zeros))
        f.high = mask & ~f.zeros;
    uint64_t common = mask & ~fill_below(f.low ^ f.high); // the bits above the first difference are shared
    f.ones |= common & f.low;
    f.zeros |= common & ~f.low;
    return f;
}

// Sum with a carry of 0 or 1 coming in: a bit is known where both bits and the carry into it are.
static struct term_facts sum_facts(unsigned width, struct term_facts a, struct term_facts b, unsigned carry)
{
    uint64_t mask = word_mask(width);
    uint64_t least = a.ones + b.ones + carry;
    uint64_t most = (mask & ~a.zeros) + (mask & ~b.zeros) + carry;
    uint64_t carry_zero = ~(most ^ (mask & ~a.zeros) ^ (mask & ~b.zeros));
    uint64_t carry_one = least ^ a.ones ^ b.ones;
    uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one);
    struct term_facts f = {known & ~least, known & least, 0, mask};
    if (width > 64)
        return f;
    wide low = (wide)a.low + b.low + carry, high = (wide)a.high + b.high + carry;
    if (low >> width == high >> width) {
        f.low = (uint64_t)low & mask;
        f.high = (uint64_t)high & mask;
    }
    return f;
}

static struct term_facts not_facts(unsigned width, struct term_facts a)
{
    uint64_t mask = word_mask(width);
    return (struct term_facts){a.ones, a.zeros, mask - a.high, mask - a.low};
}

static struct term_facts constant_facts(unsigned width, uint64_t value)
{
    return (struct term_facts){word_mask(width) & ~value, value, value, value};
}

static struct term_facts multiply_facts(unsigned width, struct term_facts a, struct term_facts b)
{
    uint64_t mask = word_mask(width);
    struct term_facts f = unknown_facts(width);
    unsigned zeros = 0;
    uint64_t x = ~a.zeros, y = ~b.zeros; // possible ones
    zeros += x ? (unsigned)__builtin_ctzll(x) : 64;
    zeros += y ? (unsigned)__builtin_ctzll(y) : 64;
    f.zeros = zeros >= 64 ? mask : ((uint64_t)1 << zeros) - 1;
    if (width <= 64 && (wide)a.high * b.high <= mask) {
        f.low = a.low * b.low;
        f.high = a.high * b.high;
    }
    return f;
}

static struct term_facts divide_facts(enum term_kind kind, unsigned width, struct term_facts a,
                                      struct term_facts b)
{
    struct term_facts f = unknown_facts(width);
    if (width > 64)
        return f;
    if (kind == TERM_UDIV && b.low) {
        f.low = a.low / b.high;
        f.high = a.high / b.low;
    } else if (kind == TERM_UREM) {
        f.high = a.high;
        if (b.low && b.high - 1 < f.high)
            f.high = b.high - 1;
        if (a.high < b.low)
            f.low = a.low;
    }
    return f;
}

// Shifts by what is not constant: only the simplest facts.
static struct term_facts shift_facts(enum term_kind kind, unsigned width, struct term_facts a,
                                     struct term_facts b)
{
    struct term_facts f = unknown_facts(width);
    if (width > 64)
        return f;
    if (kind == TERM_LSHR) {
        f.high = b.low >= width ? 0 : a.high >> b.low;
        if (b.high < width)
            f.low = a.low >> b.high;
    } else if (kind == TERM_SHL) {
        uint64_t possible = ~a.zeros & narrow_mask(width);
        unsigned zeros = possible ? (unsigned)__builtin_ctzll(possible) : width;
        wide total = (wide)zeros + b.low;
        f.zeros = total >= width ? narrow_mask(width) : ((uint64_t)1 << total) - 1;
    } else if (a.zeros >> (width - 1) & 1) {
        f.high = b.low >= width ? 0 : a.high >> b.low;
        if (b.high < width)
            f.low = a.low >> b.high;
    }
    return f;
}

static struct term_facts bitwise_facts(enum term_kind kind, unsigned width, struct term_facts a,
                                       struct term_facts b)
{
    struct term_facts f = unknown_facts(width);
    if (kind == TERM_AND) {
        f.zeros = a.zeros | b.zeros;
        f.ones = a.ones & b.ones;
        f.high = a.high < b.high ? a.high : b.high;
    } else if (kind == TERM_OR) {
        f.zeros = a.zeros & b.zeros;
        f.ones = a.ones | b.ones;
        f.low = a.low > b.low ? a.low : b.low;
    } else {
        f.zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
        f.ones = (a.zeros & b.ones) | (a.ones & b.zeros);
    }
    return f;
}

static struct term_facts either_facts(struct term_facts a, struct term_facts b)
{
    return (struct term_facts){a.zeros & b.zeros, a.ones & b.ones, a.low < b.low ? a.low : b.low,
                               a.high > b.high ? a.high : b.high};
}

static struct term_facts concat_facts(unsigned width, struct term_facts high, struct term_facts low,
                                      unsigned shift)
{
    if (shift >= 64)
        return (struct term_facts){low.zeros, low.ones, 0, UINT64_MAX};
    return (struct term_facts){high.zeros << shift | low.zeros, high.ones << shift | low.ones,
                               width > 64 ? 0 : high.low << shift | low.low,
                               width > 64 ? UINT64_MAX : high.high << shift | low.high};
}

static struct term_facts extract_facts(unsigned width, unsigned from, struct term_facts a, unsigned low)
{
    struct term_facts f = unknown_facts(width);
    uint64_t mask = word_mask(width);
    if (low >= 64)
        return f;
    f.zeros = a.zeros >> low & mask; // beyond the 64 known bits: neither
    f.ones = a.ones >> low & mask;
    if (from <= 64 && a.high >> low <= mask) {
        f.low = a.low >> low;
        f.high = a.high >> low;
    }
    return f;
}

static struct term_facts extend_facts(bool sign, unsigned width, unsigned from, struct term_facts a)
{
    if (from >= 64)
        return (struct term_facts){a.zeros, a.ones, 0, UINT64_MAX};
    uint64_t above = word_mask(width) & ~narrow_mask(from);
    bool negative = a.ones >> (from - 1) & 1, positive = a.zeros >> (from - 1) & 1;
    if (!sign || positive)
        return (struct term_facts){a.zeros | above, a.ones, a.low, a.high};
    if (negative)
        return (struct term_facts){a.zeros, a.ones | above, a.low | above, a.high | above};
    return (struct term_facts){a.zeros, a.ones, 0, word_mask(width)};
}

// Of a node whose kids have these facts.
static struct term_facts raw_facts(const struct terms *terms, const struct term_node *n,
                                   const struct term_facts kids[3])
{
    unsigned width = n->width;
    struct term_facts a = kids[0], b = kids[1];
    switch ((enum term_kind)n->kind) {
    case TERM_CONSTANT: return constant_facts(width, n->value);
    case TERM_NOT: return not_facts(width, a);
    case TERM_NEG: return sum_facts(width, constant_facts(width, 0), not_facts(width, a), 1);
    case TERM_ADD: return sum_facts(width, a, b, 0);
    case TERM_SUB: return sum_facts(width, a, not_facts(width, b), 1);
    case TERM_MUL: return multiply_facts(width, a, b);
    case TERM_UDIV:
    case TERM_UREM: return divide_facts((enum term_kind)n->kind, width, a, b);
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return shift_facts((enum term_kind)n->kind, width, a, b);
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return bitwise_facts((enum term_kind)n->kind, width, a, b);
    case TERM_ITE: return either_facts(b, kids[2]);
    case TERM_CONCAT: return concat_facts(width, a, b, terms->nodes[n->kid[1]].width);
    case TERM_EXTRACT: return extract_facts(width, terms->nodes[n->kid[0]].width, a, (unsigned)n->value);
    case TERM_ZEXT: return extend_facts(false, width, terms->nodes[n->kid[0]].width, a);
    case TERM_SEXT: return extend_facts(true, width, terms->nodes[n->kid[0]].width, a);
    default: return unknown_facts(width);
    }
}

struct term_facts bounds_of_node(const struct terms *terms, const struct term_node *node)
{
    const struct term_facts *facts = terms->facts;
    struct term_facts kids[3] = {facts[node->kid[0]], facts[node->kid[1]], facts[node->kid[2]]};
    return tighten(node->width, raw_facts(terms, node, kids));
}

bool bounds_sign(const struct terms *terms, term t, bool *set)
{
    unsigned width = table_width(terms, t);
    const struct term_facts *f = &terms->facts[t];
    if (width > 64) {
        // The top bit is beyond the facts: look at the piece that holds it.
        enum term_kind kind = table_kind(terms, t);
        if (kind == TERM_ZEXT) {
            *set = false;
            return true;
        }
        return (kind == TERM_CONCAT || kind == TERM_SEXT) && bounds_sign(terms, table_kid(terms, t, 0), set);
    }
    *set = f->ones >> (width - 1) & 1;
    return *set || (f->zeros >> (width - 1) & 1);
}

// Bounds in an order where signed comparison is unsigned comparison: the top bit flipped.
static void bounds_in_order(const struct terms *terms, term t, bool signed_order, uint64_t *low,
                            uint64_t *high)
{
    const struct term_facts *f = &terms->facts[t];
    unsigned width = table_width(terms, t);
    *low = f->low;
    *high = f->high;
    if (!signed_order)
        return;
    uint64_t top = (uint64_t)1 << (width - 1);
    if ((f->low ^ f->high) & top) {
        *low = 0;
        *high = narrow_mask(width);
        if (f->zeros & 1) // even: the largest value is even too
            *high -= 1;
    } else {
        *low ^= top;
        *high ^= top;
    }
}

bool bounds_decide_below(const struct terms *terms, term a, term b, bool signed_order, bool *below)
{
    if (table_width(terms, a) > 64)
        return false;
    uint64_t a_low, a_high, b_low, b_high;
    bounds_in_order(terms, a, signed_order, &a_low, &a_high);
    bounds_in_order(terms, b, signed_order, &b_low, &b_high);
    *below = a_high < b_low;
    return *below || a_low >= b_high;
}

bool bounds_differ(const struct terms *terms, term a, term b)
{
    const struct term_facts *x = &terms->facts[a], *y = &terms->facts[b];
    return (x->zeros & y->ones) || (x->ones & y->zeros) || x->high < y->low || y->high < x->low;
}

void term_bounds(struct terms *terms, term t, uint64_t *low, uint64_t *high)
{
    *low = terms->facts[t].low;
    *high = terms->facts[t].high;
}

void term_known_bits(struct terms *terms, term t, uint64_t *zeros, uint64_t *ones)
{
    *zeros = terms->facts[t].zeros;
    *ones = terms->facts[t].ones;
}

// ---- under conditions

// What both say. Where they contradict each other, which they do only where the conditions do: the first.
static struct term_facts both_facts(unsigned width, struct term_facts a, struct term_facts b)
{
    struct term_facts f = {a.zeros | b.zeros, a.ones | b.ones, a.low > b.low ? a.low : b.low,
                           a.high < b.high ? a.high : b.high};
    if (f.low > f.high || f.zeros & f.ones)
        return a;
    f = tighten(width, f);
    return f.low > f.high || f.zeros & f.ones ? a : f;
}

static bool same_facts(const struct term_facts *a, const struct term_facts *b)
{
    return a->zeros == b->zeros && a->ones == b->ones && a->low == b->low && a->high == b->high;
}

// `left`: how many more nodes may be looked at.
static struct term_facts facts_under(const struct terms *terms, term t, const struct term_known *known,
                                     unsigned *left)
{
    const struct term_node *n = &terms->nodes[t];
    struct term_facts own = terms->facts[t], kids[3];
    uint64_t low, high;
    if (n->width <= 64 && known->bounds(known->context, t, &low, &high))
        own = both_facts(n->width, own, (struct term_facts){0, 0, low, high});
    bool changed = false;
    unsigned count = term_kind_kids[n->kind];
    if (*left < count || count == 0)
        return own;
    *left -= count;
    for (unsigned k = 0; k < count; k++) {
        kids[k] = facts_under(terms, n->kid[k], known, left);
        changed |= !same_facts(&kids[k], &terms->facts[n->kid[k]]);
    }
    for (unsigned k = count; k < 3; k++)
        kids[k] = terms->facts[n->kid[k]];
    if (!changed)
        return own;
    if (n->kind == TERM_ITE && kids[0].low == kids[0].high)
        return both_facts(n->width, own, kids[0].low ? kids[1] : kids[2]);
    return both_facts(n->width, own, tighten(n->width, raw_facts(terms, n, kids)));
}

void term_bounds_under(struct terms *terms, term t, const struct term_known *known, struct term_range *range)
{
    unsigned left = 96;
    struct term_facts f = facts_under(terms, t, known, &left);
    *range = (struct term_range){f.low, f.high, f.zeros, f.ones};
}
