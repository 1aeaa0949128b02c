#include "term/sum.h"

#include "term/linear.h"

bool term_sum(struct terms *terms, term t, struct term_sum *sum)
{
    struct linear linear;
    linear_init(&linear, table_width(terms, t));
    if (!linear_add(terms, &linear, t, 1))
        return false;
    sum->constant = (uint64_t)linear.constant;
    sum->count = linear.count;
    for (unsigned i = 0; i < linear.count; i++) {
        sum->summands[i].atom = linear.summands[i].atom;
        sum->summands[i].factor = (uint64_t)linear.summands[i].coefficient;
    }
    return true;
}
