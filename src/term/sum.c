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

term term_sum_solve(struct terms *terms, term t, uint32_t summand)
{
    struct linear rest;
    linear_init(&rest, table_width(terms, t));
    linear_add(terms, &rest, t, 1);
    wide over = 0 - linear_inverse(rest.summands[summand].coefficient);
    rest.count--;
    memmove(&rest.summands[summand], &rest.summands[summand + 1],
            (rest.count - summand) * sizeof rest.summands[0]);
    linear_scale(&rest, over);
    return linear_build(terms, &rest);
}
