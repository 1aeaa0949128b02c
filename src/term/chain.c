#include "term/chain.h"

#include "term/build.h"
#include "term/interval.h"

#define MOST_OPERANDS 48u
// Pairs of conditions are compared with each other only in chains as short as this.
#define MOST_COMPARED 12u

struct chain {
    enum term_kind kind;
    unsigned width, count;
    term operands[MOST_OPERANDS];
    wide constant; // of operands that are constants
};

static wide neutral(enum term_kind kind, unsigned width)
{
    return kind == TERM_AND ? wide_mask(width) : 0;
}

// Adds an operand where it belongs. False: no room.
static bool add_chain_operand(struct terms *terms, struct chain *c, term t)
{
    wide value;
    if (table_is_constant_wide(terms, t, &value)) {
        c->constant = wide_binary(c->kind, c->width, c->constant, value);
        return true;
    }
    unsigned at = c->count;
    while (at > 0 && c->operands[at - 1] > t)
        at--;
    if (at > 0 && c->operands[at - 1] == t) {
        if (c->kind != TERM_XOR)
            return true;
        memmove(&c->operands[at - 1], &c->operands[at], (c->count - at) * sizeof(term));
        c->count--;
        return true;
    }
    if (c->count == MOST_OPERANDS)
        return false;
    memmove(&c->operands[at + 1], &c->operands[at], (c->count - at) * sizeof(term));
    c->operands[at] = t;
    c->count++;
    return true;
}

static bool collect_chain(struct terms *terms, struct chain *c, term t)
{
    unsigned budget = 2 * MOST_OPERANDS; // a chain may contain chains on the right that did not fit
    while (table_is(terms, t, c->kind)) {
        term right = table_kid(terms, t, 1);
        if (budget-- == 0 || !add_chain_operand(terms, c, right))
            return false;
        t = table_kid(terms, t, 0);
    }
    return add_chain_operand(terms, c, t);
}

static bool chain_contains(const struct chain *c, term t)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->operands[i] == t)
            return true;
    return false;
}

static void remove_operand(struct chain *c, unsigned at)
{
    memmove(&c->operands[at], &c->operands[at + 1], (c->count - at - 1) * sizeof(term));
    c->count--;
}

// An operand and its complement: all bits decided (AND, OR), or a constant (XOR).
static bool cancel_complements(struct terms *terms, struct chain *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        if (!table_is(terms, c->operands[i], TERM_NOT))
            continue;
        term plain = table_kid(terms, c->operands[i], 0);
        if (c->kind == TERM_XOR) { // ~x ^ y = ~(x ^ y)
            c->constant ^= wide_mask(c->width);
            remove_operand(c, i);
            i = UINT32_MAX; // from the start: adding may remove another
            add_chain_operand(terms, c, plain);
        } else if (chain_contains(c, plain)) {
            c->constant = c->kind == TERM_AND ? 0 : wide_mask(c->width);
            return true;
        }
    }
    return false;
}

// x & (x | y) = x and x & (~x | y) = x & y; the same with AND and OR exchanged.
static void absorb_operands(struct terms *terms, struct chain *c)
{
    enum term_kind other = c->kind == TERM_AND ? TERM_OR : TERM_AND;
    for (unsigned i = 0; i < c->count; i++) {
        struct term_node n = terms->nodes[c->operands[i]];
        if (n.kind != other)
            continue;
        term left = n.kid[0], right = n.kid[1];
        if (chain_contains(c, left) || chain_contains(c, right)) {
            remove_operand(c, i--);
            continue;
        }
        term kept = TERM_NONE;
        for (unsigned k = 0; k < c->count && !kept; k++) {
            term negated = c->operands[k];
            if (table_is(terms, negated, TERM_NOT)
                    ? table_kid(terms, negated, 0) == left
                    : table_is(terms, left, TERM_NOT) && table_kid(terms, left, 0) == negated)
                kept = right;
            else if (table_is(terms, negated, TERM_NOT)
                         ? table_kid(terms, negated, 0) == right
                         : table_is(terms, right, TERM_NOT) && table_kid(terms, right, 0) == negated)
                kept = left;
        }
        if (!kept || table_is_any_constant(terms, kept) || table_is(terms, kept, c->kind))
            continue;
        remove_operand(c, i--);
        add_chain_operand(terms, c, kept);
    }
}

// Both in the same order: a single value can be read in either.
static bool same_order(const struct terms *terms, struct term_interval *a, struct term_interval *b)
{
    if (a->subject != b->subject)
        return false;
    if (a->is_signed == b->is_signed)
        return true;
    struct term_interval *other = a->is_signed ? b : a;
    if (other->low != other->high)
        return false;
    other->low ^= (uint64_t)1 << (table_width(terms, other->subject) - 1);
    other->high = other->low;
    other->is_signed = true;
    return true;
}

// Facts about comparisons with constants, for width 1: whether x being 1 means that y is 1.
static bool chain_implies(const struct terms *terms, term x, term y)
{
    struct term_interval a, b;
    if (!term_interval(terms, x, &a) || !term_interval(terms, y, &b) || !same_order(terms, &a, &b))
        return false;
    if (!a.outside && !b.outside)
        return a.low >= b.low && a.high <= b.high;
    if (!a.outside)
        return a.high < b.low || a.low > b.high;
    // Outside a implies outside b when b is within a.
    return b.outside && b.low >= a.low && b.high <= a.high;
}

// Whether it means that y is 0.
static bool chain_excludes(const struct terms *terms, term x, term y)
{
    struct term_interval a, b;
    if (!term_interval(terms, x, &a) || !term_interval(terms, y, &b) || !same_order(terms, &a, &b))
        return false;
    if (!a.outside && !b.outside)
        return a.high < b.low || b.high < a.low;
    if (a.outside && b.outside)
        return false;
    // Inside one and outside the other.
    struct term_interval *in = a.outside ? &b : &a, *out = a.outside ? &a : &b;
    return in->low >= out->low && in->high <= out->high;
}

// Conditions that follow from another, or contradict it.
static bool compare_conditions(struct terms *terms, struct chain *c)
{
    bool and = c->kind == TERM_AND;
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned k = 0; k < c->count; k++) {
            if (i == k)
                continue;
            term x = c->operands[i], y = c->operands[k];
            if (and&&chain_excludes(terms, x, y)) {
                c->constant = 0;
                return true;
            }
            if (chain_implies(terms, x, y)) { // x & y = x, x | y = y
                remove_operand(c, and? k : i);
                return compare_conditions(terms, c);
            }
        }
    return false;
}

static term rebuild(struct terms *terms, const struct chain *c)
{
    bool decided = (c->kind == TERM_AND && c->constant == 0) ||
                   (c->kind == TERM_OR && c->constant == wide_mask(c->width));
    if (c->count == 0 || decided)
        return table_constant_wide(terms, c->width, c->constant);
    term result = c->operands[0];
    for (unsigned i = 1; i < c->count; i++)
        result = table_intern(terms, c->kind, c->width, result, c->operands[i], TERM_NONE, 0);
    if (c->constant == neutral(c->kind, c->width))
        return result;
    if (c->kind == TERM_XOR && c->constant == wide_mask(c->width))
        return term_unary(terms, TERM_NOT, result);
    term constant = table_constant_wide(terms, c->width, c->constant);
    return table_intern(terms, c->kind, c->width, result, constant, TERM_NONE, 0);
}

term chain_build(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned width = table_width(terms, a);
    struct chain c = {.kind = kind, .width = width, .constant = neutral(kind, width)};
    if (!collect_chain(terms, &c, a) || !collect_chain(terms, &c, b))
        return TERM_NONE;
    if (cancel_complements(terms, &c))
        return rebuild(terms, &c);
    if (kind != TERM_XOR)
        absorb_operands(terms, &c);
    if (kind != TERM_XOR && width == 1 && c.count <= MOST_COMPARED && compare_conditions(terms, &c))
        return rebuild(terms, &c);
    return rebuild(terms, &c);
}
