// Conditions that compare one term with a constant, read as intervals of its values; what these say of a part
// of the term; and conditions that compare two terms.
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

// The interval as a set in unsigned order; every interval has such a form.
void term_interval_unsigned(const struct terms *terms, struct term_interval *interval);

// Of an interval in unsigned order: what it says of the one part of the subject that changes with it, which
// becomes the subject. False: nothing.
bool term_interval_of_part(const struct terms *terms, struct term_interval *interval);

// The condition says that `below` is less than `above`, or, where it is not `strict`, no more. With `equal`
// it says that they are the same. Neither is a constant.
struct term_comparison {
    term below, above; // of at most 64 bits
    bool is_signed, strict, equal;
};

// False: the condition is nothing of the kind.
bool term_comparison(const struct terms *terms, term condition, struct term_comparison *comparison);

#endif
