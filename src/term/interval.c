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
