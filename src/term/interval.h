// Conditions that compare one term with a constant, read as intervals of its values.
#ifndef HEDDLE_TERM_INTERVAL_H
#define HEDDLE_TERM_INTERVAL_H

#include "term/term.h"

// The condition holds when the subject is within low .. high, or, with `outside`, when it is not. With
// `is_signed` the bounds are in the order of signed numbers: they are the values with their top bit flipped.
struct term_interval {
    term subject; // of at most 64 bits
    bool is_signed, outside;
    uint64_t low, high;
};

// False: the condition is nothing of the kind.
bool term_interval(const struct terms *terms, term condition, struct term_interval *interval);

// The same set in unsigned order; every interval has such a form.
void term_interval_unsigned(const struct terms *terms, struct term_interval *interval);

#endif
