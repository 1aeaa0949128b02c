// Conjunctions without inputs that nobody asks about any more: quantifier elimination where it is easy and
// exact. An input that is only compared for being equal is given by an equation, and else differs from a few
// values, which some value always does.
#ifndef HEDDLE_TERM_PROJECT_H
#define HEDDLE_TERM_PROJECT_H

#include "term/term.h"

// Terms of width 1; released by vector_free.
struct term_conjuncts {
    term *data;
    uint32_t size, capacity;
};

// Removes inputs (maker, number) with a number from `from` on: an assignment to the other inputs satisfies
// what is left if and only if it satisfied the conjuncts with some values of the removed ones. Inputs that
// are used otherwise stay. Builds terms.
void term_project(struct terms *terms, struct term_conjuncts *conjuncts, uint64_t maker, uint64_t from);

#endif
