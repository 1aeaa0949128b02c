// Terms read as sums of multiples of other terms, as the normal form of sums shows them.
#ifndef HEDDLE_TERM_SUM_H
#define HEDDLE_TERM_SUM_H

#include "term/term.h"

#define TERM_SUM_MOST 32u // summands

// t = constant + the sum of factor * atom, modulo 2^width of t.
struct term_sum {
    uint64_t constant;
    uint32_t count;
    struct {
        term atom;
        uint64_t factor; // modulo 2^width, not 0
    } summands[TERM_SUM_MOST];
};

// t has at most 64 bits. False: it is longer than that.
bool term_sum(struct terms *terms, term t, struct term_sum *sum);
// The atom of a summand with an odd factor as the equation t = 0 gives it by the other summands; t is such
// that term_sum reads it.
term term_sum_solve(struct terms *terms, term t, uint32_t summand);

#endif
