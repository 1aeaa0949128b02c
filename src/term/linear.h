// Private to src/term: sums as linear forms over atoms, modulo 2^width. Normal form: atoms in the order of
// their references, left to right; the constant last; -x is NEG, a power of two times x is the shift (a
// CONCAT), another coefficient is MUL(x, constant). There is no SUB.
#ifndef HEDDLE_TERM_LINEAR_H
#define HEDDLE_TERM_LINEAR_H

#include "term/table.h"

#define LINEAR_MOST 32u // summands; longer sums stay as they are built

struct linear_summand {
    term atom;
    wide coefficient; // not 0
};

struct linear {
    unsigned width, count;
    wide constant;
    struct linear_summand summands[LINEAR_MOST];
};

void linear_init(struct linear *l, unsigned width);
// Adds factor * t. False: too long (l is then of no use).
bool linear_add(struct terms *terms, struct linear *l, term t, wide factor);
// The inverse of an odd coefficient, modulo 2^128 and so modulo any smaller power.
wide linear_inverse(wide odd);
// Multiplies all of it.
void linear_scale(struct linear *l, wide factor);
// The term; linear_init'ed empty sums are constants.
term linear_build(struct terms *terms, const struct linear *l);
// Whether t would take part in a sum as more than one atom with coefficient 1.
bool linear_is_compound(const struct terms *terms, term t);

#endif
