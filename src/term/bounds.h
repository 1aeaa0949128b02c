// Private to src/term: facts that follow from the structure of a term, kept for every node when it is made.
#ifndef HEDDLE_TERM_BOUNDS_H
#define HEDDLE_TERM_BOUNDS_H

#include "term/table.h"

// Facts of a node that is about to be made; its kids' facts are in the table.
struct term_facts bounds_of_node(const struct terms *terms, const struct term_node *node);

// Whether the top bit of t is known, and what it is. Any width.
bool bounds_sign(const struct terms *terms, term t, bool *set);

// Whether a < b (unsigned, at most 64 bits) is decided by the facts, and how.
bool bounds_decide_below(const struct terms *terms, term a, term b, bool signed_order, bool *below);
// Whether the facts say that a and b differ. Any width.
bool bounds_differ(const struct terms *terms, term a, term b);

#endif
