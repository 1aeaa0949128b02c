#include "term/interval.h"

#include "term/table.h"

bool term_interval(const struct terms *terms, term condition, struct term_interval *r)
{
    r->outside = table_is(terms, condition, TERM_NOT);
    if (r->outside)
        condition = table_kid(terms, condition, 0);
    const struct term_node *n = &terms->nodes[condition];
    if ((n->kind != TERM_EQ && n->kind != TERM_ULT && n->kind != TERM_SLT) ||
        !table_is_constant(terms, n->kid[1]))
        return false;
    uint64_t value = terms->nodes[n->kid[1]].value;
    r->subject = n->kid[0];
    r->is_signed = n->kind == TERM_SLT;
    if (r->is_signed)
        value ^= (uint64_t)1 << (table_width(terms, n->kid[0]) - 1);
    if (n->kind != TERM_EQ && value == 0)
        return false; // below the least value: never made by the rules
    r->low = n->kind == TERM_EQ ? value : 0;
    r->high = n->kind == TERM_EQ ? value : value - 1;
    return true;
}

void term_interval_unsigned(const struct terms *terms, struct term_interval *r)
{
    if (!r->is_signed)
        return;
    uint64_t top = (uint64_t)1 << (table_width(terms, r->subject) - 1);
    uint64_t low = r->low ^ top, high = r->high ^ top;
    r->is_signed = false;
    if (low <= high) {
        r->low = low;
        r->high = high;
        return;
    }
    // From a negative number to one that is not: what lies between them in unsigned order is left out. It may
    // be nothing, when every number is within.
    r->outside = !r->outside;
    r->low = high + 1;
    r->high = low - 1;
    if (r->low > r->high) { // all numbers
        r->outside = !r->outside;
        r->low = 0;
        r->high = narrow_mask(table_width(terms, r->subject));
    }
}

// The interval moved down by so much, around the end of the numbers.
static bool move_down(struct term_interval *r, unsigned width, uint64_t by)
{
    uint64_t low = (r->low - by) & narrow_mask(width), high = (r->high - by) & narrow_mask(width);
    if (low > high) { // it goes round: what lies between its ends is the rest
        uint64_t rest_low = (high + 1) & narrow_mask(width), rest_high = (low - 1) & narrow_mask(width);
        if (rest_low > rest_high) // there is no rest
            return false;
        low = rest_low;
        high = rest_high;
        r->outside = !r->outside;
    }
    r->low = low;
    r->high = high;
    return true;
}

// Numbers above `most` do not occur. False: that leaves nothing, or nothing is said of the others.
static bool cut_off(struct term_interval *r, uint64_t most)
{
    if (r->low > most)
        return false;
    r->high = r->high < most ? r->high : most;
    return r->low > 0 || r->high < most;
}

// Of the part whose sign is extended, where its sign is known.
static bool take_extension_off(struct term_interval *r, unsigned width, unsigned part)
{
    uint64_t most = narrow_mask(part) >> 1, least = narrow_mask(width) & ~most;
    if (r->outside || (r->high > most && r->low < least))
        return false;
    r->low &= narrow_mask(part);
    r->high &= narrow_mask(part);
    return true;
}

bool term_interval_of_part(const struct terms *terms, struct term_interval *r)
{
    const struct term_node *n = &terms->nodes[r->subject];
    unsigned width = n->width, part = terms->nodes[n->kid[0]].width, below;
    r->subject = n->kid[0];
    switch ((enum term_kind)n->kind) {
    case TERM_ADD:
        return table_is_constant(terms, n->kid[1]) && move_down(r, width, terms->nodes[n->kid[1]].value);
    case TERM_ZEXT: return cut_off(r, narrow_mask(part));
    case TERM_SEXT: return take_extension_off(r, width, part);
    case TERM_CONCAT: // the part above
        below = width - part;
        r->low >>= below;
        r->high >>= below;
        return !r->outside;
    default: return false;
    }
}

bool term_comparison(const struct terms *terms, term condition, struct term_comparison *r)
{
    bool negated = table_is(terms, condition, TERM_NOT);
    const struct term_node *n = &terms->nodes[negated ? table_kid(terms, condition, 0) : condition];
    *r = (struct term_comparison){
        .is_signed = n->kind == TERM_SLT, .strict = !negated, .equal = n->kind == TERM_EQ};
    if (n->kind != TERM_ULT && n->kind != TERM_SLT && (n->kind != TERM_EQ || negated))
        return false;
    if (table_width(terms, n->kid[0]) > 64 || table_is_constant(terms, n->kid[0]) ||
        table_is_constant(terms, n->kid[1]))
        return false;
    r->below = n->kid[negated];
    r->above = n->kid[!negated];
    r->strict &= !r->equal;
    return true;
}
